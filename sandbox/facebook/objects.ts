import type { Context } from '../context.ts';
import { currentStatus } from '../processing.ts';
import type { Media } from '../media/store.ts';
import type { Post } from '../state/model.ts';

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

/** An uploaded video. Its post is there from the start and is seen once the video is ready. */
export type Video = {
  id: string;
  page: string;
  title: string;
  description: string;
  published: boolean;
  postId: string;
  createdAt: string;
};

/** The key of a post `<page>_<n>`. */
export function postKey(id: string): string {
  return `facebook/${id}`;
}

/** The post of an id, if it is one. */
export function findPost(context: Context, id: string): Post | undefined {
  return context.state.posts.get(postKey(id));
}

/** What a page's readers see, newest first. */
export function publishedPosts(context: Context, page: string): Post[] {
  return context.state
    .postsOf('facebook', page)
    .filter((each) => currentStatus(each, context.now()) === 'published')
    .reverse();
}

/** The post of a page that a video or photo belongs to. */
export function postOf(context: Context, { postId }: { postId: string }): Post | undefined {
  return postId === '' ? undefined : findPost(context, postId);
}
