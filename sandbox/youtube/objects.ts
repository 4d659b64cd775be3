import type { Context } from '../context.ts';
import { currentStatus } from '../processing.ts';
import type { Post } from '../state/model.ts';
import list from './personas.json' with { type: 'json' };
import type { VideoFacts } from './rows.ts';

/** A Google account; `channel` is '' without one. */
export type Person = {
  id: string;
  name: string;
  email: string;
  channel: string;
  note: string;
  forcedPrivate: boolean;
  hidesLikes: boolean;
  suspended: boolean;
};

/** The people on the consent page. */
export const people: readonly Person[] = list;

/** The key of a video's post. */
export function postKey(id: string): string {
  return `youtube/${id}`;
}

/** A video with its post, if the id is a video's. */
export function findVideo(context: Context, id: string): { facts: VideoFacts; post: Post } | undefined {
  const facts = context.state.tables.youtubeVideos.get(id);
  const post = context.state.posts.get(postKey(id));
  return facts && post ? { facts, post } : undefined;
}

/** The progress of a video at YouTube, and why it failed or was rejected. Source: docs/videos#status.uploadStatus. */
export function uploadStatus(
  context: Context,
  post: Post,
): { uploadStatus: string; failureReason?: string; rejectionReason?: string } {
  switch (currentStatus(post, context.now())) {
    case 'processing':
      return { uploadStatus: 'uploaded' };
    case 'failed':
      return { uploadStatus: 'failed', failureReason: 'codec' };
    case 'rejected':
      return { uploadStatus: 'rejected', rejectionReason: 'duplicate' };
    default:
      return { uploadStatus: 'processed' };
  }
}

/** A channel's uploads, newest first. */
export function uploadsOf(context: Context, channel: string): { facts: VideoFacts; post: Post }[] {
  return context.state
    .postsOf('youtube', channel)
    .reverse()
    .flatMap((post) => findVideo(context, post.id) ?? []);
}

/** Whether a caller may see a video: its owner always, others once it is public and ready. */
export function maySee(context: Context, { facts, post }: { facts: VideoFacts; post: Post }, channel: string): boolean {
  return (
    facts.channel === channel ||
    (facts.privacyStatus !== 'private' && uploadStatus(context, post).uploadStatus === 'processed')
  );
}
