import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { json, raw, type Reply } from '../http/reply.ts';
import { contentType, type Call } from '../http/request.ts';
import { processingOf } from '../processing.ts';
import type { Post } from '../state/model.ts';
import type { State } from '../state/state.ts';
import { callerOf, spend } from './caller.ts';
import { ApiError, badRequest } from './errors.ts';
import { readMetadata, readParts } from './metadata.ts';
import { findVideo, people, postKey, uploadsOf } from './objects.ts';
import { presentVideo } from './present.ts';
import { isRefusal, word } from './words.ts';
import type { Pending } from '../state/model.ts';
import type { Session, VideoFacts } from './rows.ts';

/** Non-final pieces are multiples of this (guides/using_resumable_upload_protocol, "Upload the video in chunks"). */
const pieceBytes = 262_144;
const sessionLifeMs = 7 * 86_400_000;

/** The bytes of unfinished sessions; they end with the process, and a session then restarts at its first byte. */
const held = new WeakMap<State, Map<string, Buffer[]>>();

/** Step 1, `POST …/videos?uploadType=resumable`: opens a session and names its address. Throws ApiError. */
export async function openSession(context: Context, call: Call): Promise<Reply> {
  spend(context, 'insert');
  const caller = callerOf(context, call, ['youtube', 'youtube.upload', 'youtube.force-ssl']);
  const { person } = caller;
  if (person.channel === '')
    throw new ApiError(401, 'youtubeSignupRequired', { message: 'Unauthorized', domain: 'youtube.header' });
  if (person.suspended)
    throw new ApiError(403, 'authenticatedUserAccountSuspended', {
      message: 'The YouTube account of the authenticated user is suspended.',
    });
  const part = readParts(call.query);
  const total = Number(call.headers['x-upload-content-length'] ?? NaN);
  const type = call.headers['x-upload-content-type'] ?? '';
  if (contentType(call) !== 'application/json')
    throw badRequest('badContent', `Unsupported content with type: ${contentType(call)}`);
  if (!Number.isInteger(total) || total <= 0)
    throw badRequest('badRequest', 'X-Upload-Content-Length must tell how many bytes will come (sandbox)');
  if (!type.startsWith('video/') && type !== 'application/octet-stream')
    throw badRequest(
      'badContent',
      `Media type '${type}' is not supported. Valid media types: [application/octet-stream, video/*]`,
    );
  const facts = readMetadata(call.body.toString(), person);
  const action = actionOf(facts, caller.text);
  const open = async (): Promise<Reply> => {
    const id = `AHsandbox${randomBytes(24).toString('base64url')}`;
    const session: Session = {
      id,
      persona: person.id,
      facts,
      total,
      part,
      videoId: '',
      createdAt: context.now().toISOString(),
    };
    await context.state.commit({ kind: 'row', table: 'youtubeSessions', id, value: session });
    const query = `uploadType=resumable&part=${encodeURIComponent(part.join(','))}&upload_id=${id}`;
    const location = `${context.ownUrl}/googleapis/upload/youtube/v3/videos?${query}`;
    return raw(200, { type: 'text/plain; charset=utf-8', body: '', headers: { location, 'x-guploader-uploadid': id } });
  };
  // Refusals come before the file; faults of the post itself come at its last byte.
  return isRefusal(context.faults.peek(action))
    ? context.faults.around(action, (fault) => word(context, caller.token, fault), open)
    : open();
}

/** Steps 2 and 3, `PUT` to the session: bytes, or a request for the number that has arrived. Throws ApiError. */
export async function putBytes(context: Context, call: Call): Promise<Reply> {
  const session = context.state.tables.youtubeSessions.get(call.query.get('upload_id') ?? '');
  if (!session) throw new ApiError(404, 'notFound', { message: 'Not Found', domain: 'global' });
  if (context.now().getTime() - Date.parse(session.createdAt) > sessionLifeMs)
    throw new ApiError(410, 'uploadExpired', { message: 'Gone', domain: 'global' });
  if (call.headers['authorization'] !== undefined)
    callerOf(context, call, ['youtube', 'youtube.upload', 'youtube.force-ssl']);
  const video = findVideo(context, session.videoId);
  if (video) return json(200, presentVideo(context, video, { part: session.part, owner: true }));
  const pieces = piecesOf(context, session.id);
  const received = pieces.reduce((sum, each) => sum + each.length, 0);
  const range = rangeOf(call, session, received);
  if (range === 'asked') return incomplete(received);
  if (range.end + 1 < session.total) {
    pieces.push(call.body);
    return incomplete(range.end + 1);
  }
  const action = actionOf(session.facts, undefined);
  const finish = () => keepVideo(context, session, Buffer.concat([...pieces, call.body]));
  const fault = context.faults.peek(action);
  if (!fault || isRefusal(fault) || fault.kind === 'duplicate') return finish();
  return context.faults.around(action, (spoilt) => word(context, undefined, spoilt), finish);
}

function actionOf({ channel, title, description }: Omit<VideoFacts, 'id'>, token: string | undefined) {
  return {
    network: 'youtube',
    operation: 'create',
    account: channel,
    text: `${title}\n${description}`,
    ...(token === undefined ? {} : { token }),
  } as const;
}

/**
 * The range of a PUT: 'asked' for `bytes *\/total`, otherwise its first and last byte. Without Content-Range it is the
 * whole file. Throws ApiError.
 */
function rangeOf(call: Call, { total }: Session, received: number): 'asked' | { start: number; end: number } {
  const header = call.headers['content-range'];
  const asked = /^bytes \*\/(\d+|\*)$/.exec(header ?? '');
  if (asked) {
    if (call.body.length > 0) throw badRequest('badRequest', 'A status request has no body');
    return 'asked';
  }
  const [, first, last, whole] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? [];
  if (header !== undefined && first === undefined)
    throw badRequest('badRequest', 'Failed to parse Content-Range header.');
  const start = first === undefined ? 0 : Number(first);
  const end = last === undefined ? call.body.length - 1 : Number(last);
  if (whole !== undefined && Number(whole) !== total)
    throw badRequest('badRequest', 'The total of Content-Range is not the X-Upload-Content-Length.');
  if (end - start + 1 !== call.body.length || end >= total)
    throw badRequest('badRequest', 'Content-Range and the length of the body do not agree.');
  if (start !== received)
    throw badRequest('badRequest', `Invalid request. The session has ${received} bytes, the body starts at ${start}.`);
  if (end + 1 < total && call.body.length % pieceBytes !== 0)
    throw badRequest(
      'badRequest',
      'Invalid request. The number of bytes uploaded is required to be equal or greater than 262144, except for the ' +
        'final request.',
    );
  return { start, end };
}

/** 308 with the range that has arrived; without a Range header none has. */
function incomplete(received: number): Reply {
  return raw(308, {
    type: 'text/html; charset=UTF-8',
    body: '',
    headers: received > 0 ? { range: `bytes=0-${received - 1}` } : {},
  });
}

async function keepVideo(context: Context, session: Session, data: Buffer): Promise<Reply> {
  const { facts } = session;
  const media = await context.media.keep(data);
  const words = `${facts.title}\n${facts.description}`;
  const isTwin = uploadsOf(context, facts.channel).some(
    ({ facts: other, post }) => other.title === facts.title && post.media[0]?.sha256 === media.sha256,
  );
  const action = actionOf(facts, undefined);
  const pending =
    isTwin || (context.faults.peek(action)?.kind === 'duplicate' && context.faults.take(action)?.kind === 'duplicate')
      ? { at: new Date(context.now().getTime() + 1000).toISOString(), becomes: 'rejected' }
      : media.kind === 'video'
        ? processingOf(context, { network: 'youtube', account: facts.channel, text: words, ready: facts.privacyStatus })
        : { at: context.now().toISOString(), becomes: 'failed' };
  const video = {
    facts: { ...facts, id: randomBytes(8).toString('base64url') },
    post: postOf(context, { facts, pending }),
  };
  video.post = {
    ...video.post,
    key: postKey(video.facts.id),
    id: video.facts.id,
    url: `${context.publicUrl}/youtube.com/watch?v=${video.facts.id}`,
    path: `youtube.com/watch?v=${video.facts.id}`,
    media: [media],
  };
  await Promise.all([
    context.state.commit({ kind: 'post', post: video.post }),
    context.state.commit({ kind: 'row', table: 'youtubeVideos', id: video.facts.id, value: video.facts }),
    context.state.commit({
      kind: 'row',
      table: 'youtubeSessions',
      id: session.id,
      value: { ...session, videoId: video.facts.id },
    }),
  ]);
  held.get(context.state)?.delete(session.id);
  return json(200, {
    ...presentVideo(context, video, { part: session.part, owner: true }),
    ...(session.part.includes('status')
      ? {
          status: {
            uploadStatus: 'uploaded',
            privacyStatus: facts.privacyStatus,
            license: facts.license,
            embeddable: facts.embeddable,
            publicStatsViewable: true,
            madeForKids: facts.madeForKids,
            selfDeclaredMadeForKids: facts.madeForKids,
          },
        }
      : {}),
  });
}

function postOf(
  context: Context,
  { facts, pending }: { facts: Omit<VideoFacts, 'id'>; pending: Pending | undefined },
): Post {
  const createdAt = context.now().toISOString();
  const name = people.find((each) => each.channel === facts.channel)?.name ?? facts.channel;
  return {
    key: '',
    network: 'youtube',
    account: facts.channel,
    accountName: name,
    author: name,
    id: '',
    url: '',
    path: '',
    title: facts.title,
    text: facts.description,
    html: '',
    entities: [],
    status: pending ? 'processing' : facts.privacyStatus,
    slug: '',
    tags: facts.tags,
    media: [],
    featuredId: 0,
    createdAt,
    publishedAt: createdAt,
    ...(pending ? { pending } : {}),
  };
}

function piecesOf({ state }: Context, id: string): Buffer[] {
  const all = held.get(state) ?? new Map<string, Buffer[]>();
  held.set(state, all);
  const own = all.get(id) ?? [];
  all.set(id, own);
  return own;
}
