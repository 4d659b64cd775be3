import type { Media } from '../media/store.ts';

/** A lease for one upload. `media` is null until the bytes have arrived. */
export type Asset = {
  id: string;
  owner: string;
  mimetype: string;
  key: string;
  fields: Record<string, string>;
  media: Media | null;
  until: number;
};

/**
 * The fields of a submission besides its post: `url` is the link, '' for texts; `isCut` ends its websocket without a
 * message.
 */
export type Submission = {
  id: string;
  kind: 'self' | 'link' | 'image' | 'video';
  subreddit: string;
  url: string;
  flairText: string;
  isNsfw: boolean;
  isSpoiler: boolean;
  isCut: boolean;
};
