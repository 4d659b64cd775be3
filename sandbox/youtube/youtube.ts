import { isUnseen } from '../faults/unseen.ts';
import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { sniff } from '../media/sniff.ts';
import { callerOf, spend } from './caller.ts';
import { ApiError, refusal } from './errors.ts';
import { readParts } from './metadata.ts';
import { findVideo, maySee, people, uploadsOf } from './objects.ts';
import { presentChannel, presentVideo, uploadsPlaylist } from './present.ts';
import { openSession, putBytes } from './upload.ts';

const reading = ['youtube', 'youtube.readonly', 'youtube.force-ssl'];

/**
 * The Data API at `/youtube/v3/…` and `/upload/youtube/v3/…` of www.googleapis.com. Source:
 * developers.google.com/youtube/v3/docs, read 2026-11-21.
 */
export async function youtube(context: Context, call: Call): Promise<Reply> {
  try {
    return await route(context, call);
  } catch (error) {
    if (error instanceof ApiError) return refusal(error);
    throw error;
  }
}

async function route(context: Context, call: Call): Promise<Reply> {
  switch (`${call.method} ${call.path}`) {
    case 'POST /upload/youtube/v3/videos':
      onlyKnown(call.query, ['uploadType', 'part', 'notifySubscribers', 'alt', 'key']);
      if (call.query.get('uploadType') !== 'resumable')
        throw new ApiError(400, 'badRequest', { message: 'Only uploadType=resumable is spoken here (sandbox)' });
      return openSession(context, call);
    case 'PUT /upload/youtube/v3/videos':
      return putBytes(context, call);
    case 'POST /upload/youtube/v3/thumbnails/set':
      return setThumbnail(context, call);
    case 'GET /youtube/v3/channels':
      return channels(context, call);
    case 'GET /youtube/v3/videos':
      return videos(context, call);
    case 'GET /youtube/v3/playlistItems':
      return playlistItems(context, call);
    default:
      throw new ApiError(404, 'notFound', {
        message: `${call.method} ${call.path} is not spoken here (sandbox)`,
        domain: 'global',
      });
  }
}

function channels(context: Context, call: Call): Reply {
  spend(context, 'other');
  onlyKnown(call.query, ['part', 'mine', 'id', 'maxResults', 'key', 'alt']);
  const part = readParts(call.query);
  const { person } = callerOf(context, call, reading);
  const ids = (call.query.get('id') ?? '').split(',');
  const found = call.query.get('mine') === 'true' ? [person] : people.filter((each) => ids.includes(each.channel));
  return list(
    'channelListResponse',
    found.filter((each) => each.channel !== '').map((each) => presentChannel(context, each, part)),
  );
}

function videos(context: Context, call: Call): Reply {
  spend(context, 'other');
  onlyKnown(call.query, ['part', 'id', 'maxResults', 'key', 'alt']);
  const part = readParts(call.query);
  const { person } = callerOf(context, call, reading);
  const ids = (call.query.get('id') ?? '').split(',').filter((each) => each !== '');
  if (ids.length === 0)
    throw new ApiError(400, 'missingRequiredParameter', {
      message: 'No filter selected. Expected one of: id, chart, myRating',
    });
  // "It is not supported for use in conjunction with the id parameter" (videos/list).
  if (call.query.has('maxResults'))
    throw new ApiError(400, 'invalidFilters', {
      message: 'maxResults is not supported for use in conjunction with the id parameter (sandbox)',
    });
  if (ids.length > 50)
    throw new ApiError(400, 'invalidFilters', { message: 'The request specifies an invalid filter parameter.' });
  const found = [...new Set(ids)]
    .flatMap((id) => findVideo(context, id) ?? [])
    .filter((each) => maySee(context, each, person.channel) && !isUnseen(context, each.post));
  return list(
    'videoListResponse',
    found.map((each) => presentVideo(context, each, { part, owner: each.facts.channel === person.channel })),
  );
}

function playlistItems(context: Context, call: Call): Reply {
  spend(context, 'other');
  onlyKnown(call.query, ['part', 'playlistId', 'maxResults', 'pageToken', 'key', 'alt']);
  readParts(call.query);
  const { person } = callerOf(context, call, reading);
  const owner = people.find((each) => each.channel !== '' && uploadsPlaylist(each) === call.query.get('playlistId'));
  if (!owner)
    throw new ApiError(404, 'playlistNotFound', {
      message: "The playlist identified with the request's playlistId parameter cannot be found.",
      domain: 'youtube.playlistItem',
    });
  const all = uploadsOf(context, owner.channel).filter((each) => maySee(context, each, person.channel));
  const most = Number(call.query.get('maxResults') ?? 5);
  const start = Number(/^P(\d+)$/.exec(call.query.get('pageToken') ?? '')?.[1] ?? 0);
  if (!Number.isInteger(most) || most < 0 || most > 50)
    throw new ApiError(400, 'invalidValue', { message: 'Invalid value for maxResults', domain: 'global' });
  const items = all.slice(start, start + most).map(({ facts, post }) => ({
    kind: 'youtube#playlistItem',
    etag: 'sandbox',
    id: `${uploadsPlaylist(owner)}.${facts.id}`,
    snippet: {
      publishedAt: `${post.createdAt.slice(0, 19)}Z`,
      channelId: facts.channel,
      title: facts.title,
      description: facts.description,
      resourceId: { kind: 'youtube#video', videoId: facts.id },
    },
    contentDetails: { videoId: facts.id, videoPublishedAt: `${post.createdAt.slice(0, 19)}Z` },
    status: { privacyStatus: facts.privacyStatus },
  }));
  return list('playlistItemListResponse', items, {
    ...(start + most < all.length ? { nextPageToken: `P${start + most}` } : {}),
    pageInfo: { totalResults: all.length, resultsPerPage: most },
  });
}

/** `thumbnails.set`: jpeg or png up to 2 MB for the caller's own video; it is checked but not stored. */
function setThumbnail(context: Context, call: Call): Reply {
  spend(context, 'other', 50);
  const { person } = callerOf(context, call, ['youtube', 'youtube.upload', 'youtube.force-ssl']);
  const video = findVideo(context, call.query.get('videoId') ?? '');
  if (!video)
    throw new ApiError(404, 'videoNotFound', {
      message: 'The video that you are trying to insert a thumbnail image for cannot be found.',
      domain: 'youtube.thumbnail',
    });
  if (video.facts.channel !== person.channel)
    throw new ApiError(403, 'forbidden', {
      message: "The thumbnail can't be set for the specified video.",
      domain: 'youtube.thumbnail',
    });
  const { type } = sniff(call.body);
  if (call.body.length > 2_097_152)
    throw new ApiError(413, 'uploadTooLarge', { message: 'Media larger than: 2097152', domain: 'global' });
  if (type !== 'image/jpeg' && type !== 'image/png')
    throw new ApiError(400, 'invalidImage', {
      message: 'The provided image content is invalid.',
      domain: 'youtube.thumbnail',
    });
  return list('thumbnailSetResponse', [{ default: { url: `${context.publicUrl}/icon.svg`, width: 120, height: 90 } }]);
}

function list(kind: string, items: unknown[], more: Record<string, unknown> = {}): Reply {
  return json(200, {
    kind: `youtube#${kind}`,
    etag: 'sandbox',
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    ...more,
    items,
  });
}

function onlyKnown(query: URLSearchParams, names: readonly string[]): void {
  const strange = [...query.keys()].find((each) => !names.includes(each));
  if (strange !== undefined)
    throw new ApiError(400, 'badRequest', {
      message: `Invalid JSON payload received. Unknown name "${strange}": Cannot bind query parameter.`,
      domain: 'global',
    });
}
