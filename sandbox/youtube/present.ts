import type { Context } from '../context.ts';
import { figuresOf } from '../figures.ts';
import type { Post } from '../state/model.ts';
import { people, uploadStatus, type Person } from './objects.ts';
import type { VideoFacts } from './rows.ts';

/**
 * A video resource with the wanted parts. Counts are strings; hidden likes are left out. Source:
 * youtube/v3/docs/videos.
 */
export function presentVideo(
  context: Context,
  { facts, post }: { facts: VideoFacts; post: Post },
  { part, owner }: { part: readonly string[]; owner: boolean },
): Record<string, unknown> {
  const person = people.find((each) => each.channel === facts.channel);
  const figures = figuresOf(post, context.now());
  const media = post.media[0];
  const parts: Record<string, unknown> = {
    snippet: {
      publishedAt: `${post.createdAt.slice(0, 19)}Z`,
      channelId: facts.channel,
      title: facts.title,
      description: facts.description,
      thumbnails: thumbnails(context),
      channelTitle: post.accountName,
      ...(facts.tags.length > 0 ? { tags: facts.tags } : {}),
      categoryId: facts.categoryId,
      liveBroadcastContent: 'none',
      localized: { title: facts.title, description: facts.description },
    },
    status: {
      ...uploadStatus(context, post),
      privacyStatus: facts.privacyStatus,
      license: facts.license,
      embeddable: facts.embeddable,
      publicStatsViewable: true,
      madeForKids: facts.madeForKids,
      selfDeclaredMadeForKids: facts.madeForKids,
    },
    statistics: {
      viewCount: String(figures.views),
      ...(person?.hidesLikes ? {} : { likeCount: String(figures.likes) }),
      favoriteCount: '0',
      commentCount: String(figures.comments),
    },
    contentDetails: {
      duration: `PT${media?.durationSeconds ?? 0}S`,
      dimension: '2d',
      definition: 'hd',
      caption: 'false',
      licensedContent: false,
      projection: 'rectangular',
    },
    processingDetails: owner ? processing(context, post) : undefined,
  };
  return {
    kind: 'youtube#video',
    etag: 'sandbox',
    id: facts.id,
    ...Object.fromEntries(part.flatMap((name) => (parts[name] === undefined ? [] : [[name, parts[name]]]))),
  };
}

function processing(context: Context, post: Post): Record<string, unknown> {
  const { uploadStatus: status } = uploadStatus(context, post);
  if (status === 'uploaded')
    return {
      processingStatus: 'processing',
      processingProgress: { partsTotal: '100', partsProcessed: '50', timeLeftMs: '1000' },
    };
  return status === 'processed'
    ? { processingStatus: 'succeeded' }
    : { processingStatus: 'failed', processingFailureReason: 'transcodeFailed' };
}

/** A channel resource with the wanted parts. */
export function presentChannel(context: Context, person: Person, part: readonly string[]): Record<string, unknown> {
  const videos = context.state.postsOf('youtube', person.channel).length;
  const parts: Record<string, unknown> = {
    snippet: {
      title: person.name,
      description: person.note,
      customUrl: `@${person.id.slice(3)}`,
      publishedAt: '2020-01-01T00:00:00Z',
      thumbnails: thumbnails(context),
      localized: { title: person.name, description: person.note },
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsPlaylist(person) } },
    statistics: { viewCount: '1200', subscriberCount: '310', hiddenSubscriberCount: false, videoCount: String(videos) },
    status: {
      privacyStatus: 'public',
      isLinked: true,
      longUploadsStatus: 'longUploadsUnspecified',
      madeForKids: false,
    },
  };
  return {
    kind: 'youtube#channel',
    etag: 'sandbox',
    id: person.channel,
    ...Object.fromEntries(part.flatMap((name) => (parts[name] === undefined ? [] : [[name, parts[name]]]))),
  };
}

/** The playlist of everything a channel uploaded: its id with UU instead of UC. */
export function uploadsPlaylist(person: Person): string {
  return person.channel.replace(/^UC/, 'UU');
}

function thumbnails(context: Context): Record<string, unknown> {
  return {
    default: { url: `${context.publicUrl}/icon.svg`, width: 120, height: 90 },
    medium: { url: `${context.publicUrl}/icon.svg`, width: 320, height: 180 },
  };
}
