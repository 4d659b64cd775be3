import { useEffect, useRef, useState } from 'react';
import { CallError } from '../api/call.ts';
import { givenUp } from '../api/send-file.ts';
import { refusalOf, sendPostFile } from '../parts/uploads/post-file.ts';
import type { PostFile } from './post.ts';

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
    const refusal = refusalOf(file);
    setFailure(refusal ?? '');
    if (refusal !== null) return;
    stop.current?.abort(givenUp);
    const controller = new AbortController();
    stop.current = controller;
    const report = (share: number) => setCurrent({ name: file.name, share });
    report(0);
    try {
      const sent = await sendPostFile(file, { signal: controller.signal, onProgress: report });
      if (sent !== null && !controller.signal.aborted) onFile(sent);
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
