import type { Context } from '../context.ts';
import { currentStatus } from '../processing.ts';
import type { Post } from '../state/model.ts';

/** The key of a post `<page>_<n>`. */
export function postKey(id: string): string {
  return `facebook/${id}`;
}

/** The post of an id, if it is one. */
export function findPost(context: Context, id: string): Post | undefined {
  return context.state.posts.get(postKey(id));
}

/** The posts that a page's readers see, newest first. */
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
