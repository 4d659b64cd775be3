/** How far one file has come: waiting for its turn, going up (0–100), stored, refused with a reason, or stopped by the person. */
export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; percent: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }
  | { kind: 'cancelled' };

/** One file on its way into a stream. `key` is unique within the page. */
export type Upload = { key: string; name: string; sizeBytes: number; state: UploadState };

/** What can happen to the list of uploads. */
export type UploadEvent =
  | { kind: 'added'; uploads: readonly Omit<Upload, 'state'>[] }
  | { kind: 'changed'; key: string; state: UploadState }
  | { kind: 'removed'; key: string }
  | { kind: 'cleared' };

/** The list after an event. `cleared` keeps what is still under way. */
export function uploadsAfter(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  switch (event.kind) {
    case 'added':
      return [...uploads, ...event.uploads.map((upload): Upload => ({ ...upload, state: { kind: 'waiting' } }))];
    case 'changed':
      return uploads.map((upload) => (upload.key === event.key ? { ...upload, state: event.state } : upload));
    case 'removed':
      return uploads.filter((upload) => upload.key !== event.key);
    case 'cleared':
      return uploads.filter(({ state }) => isUnderWay(state));
    default:
      return event satisfies never;
  }
}

/** Whether leaving the page now would lose the file. */
export const isUnderWay = (state: UploadState): boolean => state.kind === 'waiting' || state.kind === 'sending';

/** A file's size as the list says it: `900_000 -> '900 kB'`, `4_200_000 -> '4.2 MB'`. */
export const sizeInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The waiting uploads that may start now, with at most `atOnce` going up side by side. */
export function nextUploads(uploads: readonly Upload[], atOnce: number): readonly Upload[] {
  const sending = uploads.filter(({ state }) => state.kind === 'sending').length;
  return uploads.filter(({ state }) => state.kind === 'waiting').slice(0, Math.max(0, atOnce - sending));
}
