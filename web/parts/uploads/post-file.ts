/** The file of a post on its way into the library: a picture or a video. */
import { messages } from '#contract/messages.ts';
import type { Data } from '#contract/index.ts';
import { refuseByName } from '#rules/uploads.ts';
import { sendFile } from '../../api/send-file.ts';

/** What the name and the type of a file say. */
type Named = { name: string; type: string; size: number };

/** For what the file of a post is sent: a video, else a picture. */
export const purposeOf = ({ name, type }: Omit<Named, 'size'>): 'image' | 'video' =>
  type.startsWith('video/') || /\.(mp4|m4v|mov|webm)$/i.test(name) ? 'video' : 'image';

/** Why a file cannot become that of a post, in words; null if it can. */
export function refusalOf(file: Named): string | null {
  const refusal = refuseByName(purposeOf(file) === 'video' ? 'streamVideo' : 'libraryImage', {
    fileName: file.name,
    sizeBytes: file.size,
  });
  return refusal === null ? null : messages[refusal];
}

type Options = {
  signal: AbortSignal;
  /** Called with the share that is sent, 0 to 1. */ onProgress: (share: number) => void;
};

/** Sends the file of a post; null if the server has not made one of it. Throws a CallError. */
export async function sendPostFile(file: File, options: Options): Promise<Data<'fetch-post'>['file']> {
  const kind = purposeOf(file);
  const sent = await sendFile(file, { file_type: kind }, { ...options, waits: true });
  if (sent.file === null) return null;
  const { id, url, thumb, width, height, duration_ms, size_bytes } = sent.file;
  return { id, kind, name: file.name, url, thumbnail: thumb, width, height, duration_ms, size_bytes };
}
