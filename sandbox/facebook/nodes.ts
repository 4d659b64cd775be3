import type { Context } from '../context.ts';
import { isUnseen } from '../faults/unseen.ts';
import { figuresOf } from '../figures.ts';
import { currentStatus } from '../processing.ts';
import type { Post } from '../state/model.ts';
import { needScopes, pageToken, type Caller } from './access.ts';
import { noObject } from './errors.ts';
import { parseFields, render, renderFields, type Field, type Readers } from './fields.ts';
import { insights, isViewMetric } from './insights.ts';
import { findPost, postOf } from './objects.ts';
import { findGroup, findPage, type Group, type Page } from './people.ts';

type Asking = { context: Context; caller: Caller };

/** The object of an id as its caller may see it. Throws GraphError. */
export async function readNode(
  asking: Asking,
  id: string,
  fields: string | undefined,
): Promise<Record<string, unknown>> {
  const { context, caller } = asking;
  if (id === 'me')
    return caller.page
      ? readNode(asking, caller.page.id, fields)
      : render('User', userReaders(asking), { id: caller.person.id, fields, standard: 'name' });
  if (id === caller.person.id && !caller.page)
    return render('User', userReaders(asking), { id, fields, standard: 'name' });
  const page = findPage(id);
  if (page)
    return readPage(asking, caller.person.pages.find((each) => each.id === page.id) ?? { ...page, tasks: [] }, fields);
  const group = findGroup(id);
  if (group) return render('Group', groupReaders(asking, group), { id, fields, standard: 'name' });
  const post = findPost(context, id);
  if (post)
    return render('Post', postReaders(asking, seen(caller, post, id)), {
      id,
      fields,
      standard: 'created_time,message',
    });
  const video = context.state.tables.facebookVideos.get(id);
  const videoPost = video && postOf(context, video);
  if (video && videoPost && !isUnseen(context, videoPost))
    return render('Video', videoReaders(asking, seen(caller, videoPost, id), video), {
      id,
      fields,
      standard: 'description,updated_time',
    });
  const photo = context.state.tables.facebookPhotos.get(id);
  if (photo && photo.page === caller.page?.id) {
    const own = postOf(context, photo);
    return render(
      'Photo',
      {
        name: () => photo.caption || undefined,
        created_time: () => graphTime(photo.createdAt),
        link: () => own?.url,
        page_story_id: () => own?.id,
        picture: () => fileUrl(context, photo.media.name),
        ...(own ? edgeReaders(asking, own) : {}),
      },
      { id, fields, standard: 'created_time,name' },
    );
  }
  throw noObject('GET', id);
}

/** A page's posts are visible only with its own token, which also needs the permission. */
export function seen(caller: Caller, post: Post, id: string): Post {
  if (post.account !== caller.page?.id) throw noObject('GET', id);
  needScopes(caller, ['pages_read_engagement']);
  return post;
}

/** '2026-11-21T13:00:00+0000'. */
export function graphTime(iso: string): string {
  return `${iso.slice(0, 19)}+0000`;
}

/** A page as in `/me/accounts` and when read by itself. */
export async function readPage(
  { context, caller }: Asking,
  page: Page,
  fields: string | undefined,
): Promise<Record<string, unknown>> {
  const wanted = parseFields(fields || 'access_token,category,name,tasks');
  const token =
    wanted.some((each) => each.name === 'access_token') && page.tasks.length > 0
      ? await pageToken(context, caller, page)
      : undefined;
  return renderFields(
    'Page',
    {
      name: () => page.name,
      username: () => page.username || undefined,
      category: () => page.category,
      tasks: () => page.tasks,
      access_token: () => token,
      link: () => `${context.publicUrl}/facebook.com/${page.id}`,
      picture: () => picture(context),
      fan_count: () => Number(page.id.slice(-3)) * 7,
    },
    { id: page.id, fields: wanted },
  );
}

/** The fields of a group. */
export function groupReaders({ context }: Asking, group: Group): Readers {
  return {
    name: () => group.name,
    administrator: () => group.administrator,
    privacy: () => 'CLOSED',
    picture: () => picture(context),
    icon: () => `${context.publicUrl}/icon.svg`,
  };
}

function userReaders({ context, caller }: Asking): Readers {
  const { name } = caller.person;
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@facebook.test`;
  return {
    name: () => name,
    first_name: () => name.split(' ')[0],
    email: () => (caller.token.scopes.includes('email') ? email : undefined),
    picture: () => picture(context),
  };
}

/** The fields of a post. */
export function postReaders(asking: Asking, post: Post): Readers {
  const { context } = asking;
  const now = context.now();
  const isVideo = post.media[0]?.kind === 'video';
  const attachment = () => ({
    media_type: isVideo ? 'video' : 'photo',
    type: isVideo ? 'video_inline' : 'photo',
    target: { id: post.slug, url: post.url },
    url: post.url,
  });
  return {
    message: () => post.text || undefined,
    created_time: () => graphTime(post.createdAt),
    updated_time: () => graphTime(post.createdAt),
    permalink_url: () => post.url,
    is_published: () => currentStatus(post, now) === 'published',
    from: () => ({ name: post.accountName, id: post.account }),
    full_picture: () => (isVideo ? undefined : post.media[0] && fileUrl(context, post.media[0].name)),
    status_type: () => (isVideo ? 'added_video' : post.media.length > 0 ? 'added_photos' : 'mobile_status_update'),
    attachments: () => (post.media.length > 0 ? { data: [attachment()] } : undefined),
    // Without shares the field is omitted.
    shares: () => {
      const { shares } = figuresOf(post, now);
      return shares > 0 ? { count: shares } : undefined;
    },
    insights: (field) => ({
      data: insights(asking, { id: post.id, post, metrics: (field.modifiers['metric'] ?? '').split(',') }),
    }),
    ...edgeReaders(asking, post),
  };
}

const edges = ['reactions', 'likes', 'comments'] as const;

function edgeReaders({ context }: Asking, post: Post, names: readonly (typeof edges)[number][] = edges): Readers {
  const { likes, comments } = figuresOf(post, context.now());
  const edge =
    (count: number) =>
    ({ modifiers }: Field) => ({
      data: [],
      ...(modifiers['summary'] === undefined ? {} : { summary: { total_count: count } }),
    });
  const readers = { reactions: edge(likes), likes: edge(likes), comments: edge(comments) };
  return Object.fromEntries(names.map((name) => [name, readers[name]]));
}

type Titled = { id: string; title: string; description: string };

function videoReaders(asking: Asking, post: Post, video: Titled): Readers {
  const { context } = asking;
  const now = context.now();
  return {
    title: () => video.title || undefined,
    description: () => video.description || undefined,
    created_time: () => graphTime(post.createdAt),
    updated_time: () => graphTime(post.createdAt),
    // For a video Graph returns only the path.
    permalink_url: () => `/reel/${video.id}/`,
    post_id: () => post.id,
    length: () => post.media[0]?.durationSeconds,
    from: () => ({ name: post.accountName, id: post.account }),
    views: () => figuresOf(post, now).views,
    status: () => videoStatus(currentStatus(post, now), post),
    published: () => currentStatus(post, now) === 'published',
    video_insights: (field) => ({
      data: insights(asking, {
        id: video.id,
        post,
        metrics: (field.modifiers['metric'] ?? '').split(',').filter(isViewMetric),
      }),
    }),
    // A video has likes and no reactions (graph-api/reference/video, edges).
    ...edgeReaders(asking, post, ['likes', 'comments']),
  };
}

function videoStatus(status: string, post: Post): Record<string, unknown> {
  const publishing = {
    status: status === 'published' ? 'complete' : 'not_started',
    ...(status === 'published'
      ? { publish_status: 'published', publish_time: graphTime(post.pending?.at ?? post.createdAt) }
      : {}),
  };
  const phases = { uploading_phase: { status: 'complete' }, publishing_phase: publishing };
  switch (status) {
    case 'published':
      return { video_status: 'ready', ...phases, processing_phase: { status: 'complete' } };
    case 'failed':
      return {
        video_status: 'error',
        ...phases,
        processing_phase: {
          status: 'error',
          errors: [
            { code: 1363008, message: 'There was a problem with your video file. Please try again with another file.' },
          ],
        },
      };
    default:
      return {
        video_status: 'processing',
        processing_progress: 50,
        ...phases,
        processing_phase: { status: 'in_progress' },
      };
  }
}

function picture(context: Context): Record<string, unknown> {
  return { data: { height: 50, is_silhouette: false, url: `${context.publicUrl}/icon.svg`, width: 50 } };
}

function fileUrl(context: Context, name: string): string {
  return `${context.publicUrl}/files/${name}`;
}
