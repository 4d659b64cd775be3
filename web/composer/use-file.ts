import { useEffect, useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { refuseByName } from '#rules/uploads.ts';
import { CallError } from '../api/call.ts';
import { givenUp, sendFile } from '../api/send-file.ts';
import type { PostFile } from './post.ts';

const isVideo = ({ name, type }: File): boolean => type.startsWith('video/') || /\.(mp4|m4v|mov|webm)$/i.test(name);

/** A file on its way into the library. */
export type Sending = {
  /** The file under way, with its share of 0 to 1; null for none. */
  current: { name: string; share: number } | null;
  /** Why the last file was not taken; '' if it was. */
  failure: string;
  /** Uploads a file, which replaces the one under way. */
  send: (file: File) => Promise<void>;
  cancel: () => void;
};

/** Uploads the file of a post: a picture or a video. `onFile` gets it once it is in the library. */
export function useFile(onFile: (file: PostFile) => void): Sending {
  const [current, setCurrent] = useState<Sending['current']>(null);
  const [failure, setFailure] = useState('');
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (file: File): Promise<void> => {
    const kind = isVideo(file) ? 'video' : 'image';
    const refusal = refuseByName(kind === 'video' ? 'streamVideo' : 'libraryImage', {
      fileName: file.name,
      sizeBytes: file.size,
    });
    setFailure(refusal === null ? '' : messages[refusal]);
    if (refusal !== null) return;
    stop.current?.abort(givenUp);
    const controller = new AbortController();
    stop.current = controller;
    const report = (share: number) => setCurrent({ name: file.name, share });
    report(0);
    try {
      const sent = await sendFile(
        file,
        { file_type: kind },
        { signal: controller.signal, onProgress: report, waits: true },
      );
      if (sent.file === null || controller.signal.aborted) return;
      const { id, url, thumb, width, height, duration_ms, size_bytes } = sent.file;
      onFile({ id, kind, name: file.name, url, thumbnail: thumb, width, height, duration_ms, size_bytes });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    } finally {
      if (stop.current === controller) setCurrent(null);
    }
  };
  return { current, failure, send, cancel: () => stop.current?.abort(givenUp) };
}
