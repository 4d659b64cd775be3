import type { Context } from '../context.ts';
import { figuresOf } from '../figures.ts';
import type { Json } from '../json.ts';
import { currentStatus } from '../processing.ts';
import type { Post } from '../state/model.ts';
import { isoOf } from './answers.ts';
import { vimeoUsers, type VimeoUser } from './people.ts';
import type { Video } from './rows.ts';

/** Free storage in bytes: the plan's less that of all videos. */
export function freeBytes(context: Context, user: VimeoUser): number {
  const used = [...context.state.tables.vimeoVideos.values()]
    .filter((each) => each.owner === user.id)
    .reduce((sum, each) => sum + each.sizeBytes, 0);
  return Math.max(0, user.maxBytes - used);
}

/** The User object. */
export function presentUser(context: Context, user: VimeoUser): Json {
  const free = freeBytes(context, user);
  const space = { free, max: user.maxBytes, used: user.maxBytes - free, showing: 'lifetime', unit: 'video_size' };
  return {
    uri: `/users/${user.userId}`,
    name: user.name,
    link: `${context.publicUrl}/vimeo/${user.handle}`,
    account: user.account,
    bio: null,
    location: '',
    resource_key: `user${user.userId}`,
    pictures: { uri: null, active: false, type: 'default', base_link: '', sizes: [] },
    upload_quota: {
      space,
      lifetime: space,
      periodic: { free: null, max: null, used: null, period: null, reset_date: null },
    },
  };
}

/** The values of `upload.status`, `transcode.status` and `status` of a video now. */
export function statusOf(
  context: Context,
  video: Video,
  post: Post | undefined,
): { upload: string; transcode: string; status: string } {
  if (video.offset < video.sizeBytes || !post)
    return { upload: 'in_progress', transcode: 'in_progress', status: 'uploading' };
  const status = currentStatus(post, context.now());
  if (status === 'processing') return { upload: 'complete', transcode: 'in_progress', status: 'transcoding' };
  return status === 'failed'
    ? { upload: 'complete', transcode: 'error', status: 'transcoding_error' }
    : { upload: 'complete', transcode: 'complete', status: 'available' };
}

/** The Video object (github.com/vimeo/openapi, API 3.4). */
export function presentVideo(context: Context, video: Video): Json {
  const post = context.state.posts.get(`vimeo/${video.owner}/${video.id}`);
  const { upload, transcode, status } = statusOf(context, video, post);
  const figures = post && status === 'available' ? figuresOf(post, context.now()) : { likes: 0, comments: 0, views: 0 };
  const user = vimeoUsers.find((each) => each.id === video.owner);
  const [file] = post?.media ?? [];
  const uri = `/videos/${video.id}`;
  const connection = (name: string, total: number) => ({ uri: `${uri}/${name}`, options: ['GET'], total });
  return {
    uri,
    name: video.name,
    description: video.description,
    type: 'video',
    link: linkOf(context, video),
    player_embed_url: `${context.publicUrl}/vimeo/video/${video.id}`,
    duration: file?.durationSeconds ?? 0,
    width: file?.width ?? 400,
    height: file?.height ?? 300,
    language: null,
    license: null,
    created_time: isoOf(new Date(video.createdAt)),
    modified_time: isoOf(new Date(video.createdAt)),
    release_time: isoOf(new Date(video.createdAt)),
    content_rating: ['unrated'],
    privacy: { view: video.view, embed: 'public', download: false, add: true, comments: 'anybody' },
    tags: video.tags.map((name) => ({ uri: `/tags/${name}`, name, tag: name, canonical: name.toLowerCase() })),
    stats: { plays: figures.views },
    categories: [],
    status,
    is_playable: status === 'available',
    resource_key: `video${video.id}`,
    metadata: {
      connections: {
        comments: connection('comments', figures.comments),
        likes: connection('likes', figures.likes),
        pictures: connection('pictures', 1),
      },
      interactions: {},
    },
    user: user ? presentUser(context, user) : null,
    upload: {
      status: upload,
      approach: 'tus',
      size: video.sizeBytes,
      upload_link: upload === 'in_progress' ? `${context.ownUrl}/vimeo/upload/${video.uploadKey}` : null,
      link: null,
      redirect_link: null,
      form: null,
      complete_uri: null,
    },
    transcode: { status: transcode },
  };
}

/** A video's public address. */
export const linkOf = (context: Context, video: Video): string => `${context.publicUrl}/vimeo/${video.id}`;
