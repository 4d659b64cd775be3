import type { Media } from '../media/store.ts';

/**
 * A registered file. `parts` are byte ranges (both ends included) with the ETag and stored name of what arrived;
 * `media` is set once it is complete; `readyAt` and `until` in ms.
 */
export type LinkedinAsset = {
  urn: string;
  kind: 'image' | 'video';
  owner: string;
  secret: string;
  sizeBytes: number;
  uploadToken: string;
  until: number;
  parts: { first: number; last: number; etag: string; name: string }[];
  media: Media | null;
  readyAt: number;
  failure: string;
};
