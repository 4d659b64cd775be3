/**
 * The progress of one file: waiting for its turn, uploading (0–100), stored, to be resent automatically (at an instant,
 * ms, or once the server answers; `percent` of it has arrived), refused for a reason, or cancelled by the person.
 * `canRetry`: sending it again can help.
 */
export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; percent: number }
  | { kind: 'done' }
  | { kind: 'later'; message: string; at: number | null; percent?: number }
  | { kind: 'failed'; message: string; canRetry: boolean }
  | { kind: 'cancelled' };

/** One file being uploaded. `key` is unique within the page. */
export type Upload = { key: string; name: string; sizeBytes: number; state: UploadState };

/** The events of the upload list. */
export type UploadEvent =
  | { kind: 'added'; uploads: readonly (Omit<Upload, 'state'> & { refusal?: string | null })[] }
  | { kind: 'changed'; key: string; state: UploadState }
  | { kind: 'removed'; key: string }
  | { kind: 'cleared' };

/**
 * The list after an event. A refused file is not sent, but keeps its row. `cleared` removes what was stored or
 * cancelled.
 */
export function uploadsAfter(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  switch (event.kind) {
    case 'added':
      return [
        ...uploads,
        ...event.uploads.map(({ refusal = null, ...upload }): Upload => ({
          ...upload,
          state: refusal === null ? { kind: 'waiting' } : { kind: 'failed', message: refusal, canRetry: false },
        })),
      ];
    case 'changed':
      return uploads.map((upload) => (upload.key === event.key ? { ...upload, state: event.state } : upload));
    case 'removed':
      return uploads.filter((upload) => upload.key !== event.key);
    case 'cleared':
      return uploads.filter(({ state }) => !isOver(state));
    default:
      return event satisfies never;
  }
}

/** Whether leaving the page now would lose the file. */
export const isUnderWay = (state: UploadState): boolean =>
  state.kind === 'waiting' || state.kind === 'sending' || state.kind === 'later';

/** Whether the file needs nothing more. */
export const isOver = (state: UploadState): boolean => state.kind === 'done' || state.kind === 'cancelled';

/** A file's size in the list: `900_000 -> '900 kB'`, `4_200_000 -> '4.2 MB'`. */
export const sizeInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * The waiting uploads that may start now, with at most `atOnce` at a time; none while the server asks to wait or does
 * not answer.
 */
export function nextUploads(uploads: readonly Upload[], atOnce: number): readonly Upload[] {
  if (uploads.some(({ state }) => state.kind === 'later')) return [];
  const sending = uploads.filter(({ state }) => state.kind === 'sending').length;
  return uploads.filter(({ state }) => state.kind === 'waiting').slice(0, Math.max(0, atOnce - sending));
}
