import type { Media } from '../media/store.ts';

/**
 * An upload and the file it becomes. `segments` are names in the media store by index. `readyAt` (ms) is when
 * processing ends, `failure` how; before FINALIZE `media` is null.
 */
export type XUpload = {
  id: string;
  owner: string;
  mediaType: string;
  category: string;
  totalBytes: number;
  segments: Record<string, string>;
  media: Media | null;
  startedAt: number;
  readyAt: number;
  failure: string;
  alt: string;
};
