import type { Media } from '../media/store.ts';

/** An uploaded photo; `postId` is '' until a post shows it. */
export type Photo = {
  id: string;
  page: string;
  caption: string;
  media: Media;
  published: boolean;
  postId: string;
  createdAt: string;
};

/** An uploaded video. Its post exists from the start and is visible once the video is ready. */
export type Video = {
  id: string;
  page: string;
  title: string;
  description: string;
  published: boolean;
  postId: string;
  createdAt: string;
};
