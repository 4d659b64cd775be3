import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { sentinelIn } from '../faults/sentinels.ts';
import { readFields, type Call } from '../http/request.ts';
import { text, type Json } from '../json.ts';
import { findApp } from '../oauth/apps.ts';
import { callerOf, needScopes, pageToWrite, type Caller } from './access.ts';
import { badParameter, GraphError, groupsGone, noObject, refusal } from './errors.ts';
import { parseFields, render } from './fields.ts';
import { insights, isViewMetric } from './insights.ts';
import { accessToken, debugToken } from './login.ts';
import { groupReaders, postReaders, readNode, readPage, seen } from './nodes.ts';
import { findPost, postOf, publishedPosts } from './objects.ts';
import { listed } from './paging.ts';
import { findGroup, findPage } from './people.ts';
import { revokePermission } from './permissions.ts';
import { publishFeed, publishPhoto, publishVideo } from './publish.ts';
import { continueUpload, openUpload } from './uploads.ts';

/**
 * Requests of one app in an hour before code 4. Facebook counts 200 per user and hour; one of our measuring runs is a
 * single user.
 */
const hourly = 100_000;

/**
 * The Graph API at `/v21.0/…` to `/v26.0/…` of graph.facebook.com. Source: developers.facebook.com/docs, changelog
 * v26.0, read 2026-11-21.
 */
export function graph(context: Context, call: Call): Promise<Reply> {
  return answer(context, call, 'graph');
}

/** The same at graph-video.facebook.com, the earlier host for video files. */
export function graphVideo(context: Context, call: Call): Promise<Reply> {
  return answer(context, call, 'video');
}

async function answer(context: Context, call: Call, host: 'graph' | 'video'): Promise<Reply> {
  const window = context.windows.count('facebook', { limit: hourly, seconds: 3600, now: context.now() });
  const percent = Math.ceil((100 * window.used) / window.limit);
  const usage = {
    'x-app-usage': JSON.stringify({
      call_count: percent,
      total_cputime: Math.ceil(percent / 2),
      total_time: Math.ceil(percent / 2),
    }),
  };
  try {
    if (window.isOver) throw new GraphError('(#4) Application request limit reached', { code: 4, isTransient: true });
    const reply = await route(context, call, host);
    return { ...reply, headers: { 'facebook-api-version': 'v26.0', ...usage, ...reply.headers } };
  } catch (error) {
    if (error instanceof GraphError) return refusal(error, usage);
    throw error;
  }
}

async function route(context: Context, call: Call, host: 'graph' | 'video'): Promise<Reply> {
  const [, version = '', id = '', edge = '', ...more] = call.path.split('/').map(decodeURIComponent);
  if (!/^v(?:2[1-6])\.0$/.test(version))
    throw new GraphError(`Unknown path components: ${call.path} (the sandbox speaks v21.0 to v26.0)`, { code: 2500 });
  if (more.length > 0 && `${id}/${edge}` !== 'oauth/access_token' && edge !== 'permissions')
    throw new GraphError(`Unknown path components: /${more.join('/')}`, { code: 2500 });
  if (id.startsWith('upload:') && edge === '') return continueUpload(context, call, id);
  const read = readFields(call);
  if (!read) throw badParameter('The body cannot be read');
  const { fields, files } = read;
  if (id === 'oauth' && edge === 'access_token') return accessToken(context, fields);
  if (id === 'debug_token' && edge === '') return debugToken(context, call, fields);
  if (edge === 'permissions' && call.method === 'DELETE' && more.length < 2)
    return revokePermission(context, { call, fields, id, permission: more[0] ?? '' });
  const caller = callerOf(context, call, fields);
  if (call.method === 'GET')
    return json(200, await get({ context, caller, call, fields }, id, edge), {
      'content-type': 'application/json; charset=UTF-8',
    });
  if (call.method !== 'POST') throw noObject(call.method, id);
  if (edge === 'uploads' && findApp('facebook', id)) return openUpload(context, caller, fields);
  if (findGroup(id)) throw groupsGone();
  if (!findPage(id)) throw noObject(call.method, id);
  const page = pageToWrite(caller, id);
  const writing = { context, caller, page, fields, files };
  if (edge === 'feed' && host === 'graph') return publishFeed(writing);
  if (edge === 'photos' && host === 'graph') return publishPhoto(writing);
  if (edge === 'videos') return publishVideo(writing);
  throw noObject(call.method, `${id}/${edge}`);
}

type Reading = { context: Context; caller: Caller; call: Call; fields: Json };

async function get(reading: Reading, id: string, edge: string): Promise<Json> {
  const { context, caller, call, fields } = reading;
  const wanted = text(fields['fields']) || undefined;
  if (id === '' && edge === '') return many(reading, wanted);
  if (edge === '') {
    check(fields, ['fields']);
    return readNode({ context, caller }, id, wanted);
  }
  const isSelf = id === 'me' || id === (caller.page ?? caller.person).id;
  if (edge === 'accounts' && isSelf && !caller.page) {
    check(fields, ['fields', 'limit', 'after']);
    needScopes(caller, ['pages_show_list']);
    return listed(context, call, {
      all: caller.person.pages,
      fields,
      one: (page) => readPage({ context, caller }, page, wanted),
    });
  }
  if (edge === 'groups' && isSelf && !caller.page) {
    check(fields, ['fields', 'limit', 'after', 'admin_only']);
    if (caller.person.groupsGone) throw groupsGone();
    const all = caller.person.groups.filter((each) => fields['admin_only'] !== 'true' || each.administrator);
    return listed(context, call, {
      all,
      fields,
      one: (group) =>
        render('Group', groupReaders({ context, caller }, group), {
          id: group.id,
          fields: wanted,
          standard: 'name,privacy',
        }),
    });
  }
  if (edge === 'permissions' && isSelf && !caller.page)
    return { data: caller.token.scopes.map((permission) => ({ permission, status: 'granted' })) };
  if (['published_posts', 'feed', 'posts'].includes(edge) && isSelf && caller.page) {
    check(fields, ['fields', 'limit', 'after', 'since', 'until']);
    needScopes(caller, ['pages_read_engagement']);
    const all = publishedPosts(context, caller.page.id).filter(
      (each) => inTime(each.createdAt, fields) && sentinelIn(each.text, 'facebook', 'list')?.fault.kind !== 'unlisted',
    );
    return listed(context, call, {
      all,
      fields,
      one: (post) =>
        render('Post', postReaders({ context, caller }, post), {
          id: post.id,
          fields: wanted,
          standard: 'created_time,message',
        }),
    });
  }
  return measured(reading, id, edge);
}

/** `/{post}/insights` and `/{video}/video_insights`. */
function measured({ context, caller, fields }: Reading, id: string, edge: string): Json {
  const video = context.state.tables.facebookVideos.get(id);
  const post =
    edge === 'insights'
      ? findPost(context, id)
      : edge === 'video_insights' && video
        ? postOf(context, video)
        : undefined;
  if (!post) throw noObject('GET', `${id}/${edge}`);
  check(fields, ['metric', 'period', 'since', 'until']);
  const metrics = text(fields['metric']).split(',');
  return {
    data: insights(
      { context, caller },
      { id, post: seen(caller, post, id), metrics: edge === 'insights' ? metrics : metrics.filter(isViewMetric) },
    ),
  };
}

/** `GET /?ids=a,b`: up to 50 objects by id; one missing object makes the whole request fail. */
async function many({ context, caller, fields }: Reading, wanted: string | undefined): Promise<Json> {
  check(fields, ['ids', 'fields']);
  const ids = text(fields['ids'])
    .split(',')
    .filter((each) => each !== '');
  if (ids.length === 0) throw new GraphError('Unsupported get request.', { code: 100, type: 'GraphMethodException' });
  if (ids.length > 50) throw badParameter('Too many IDs. Maximum: 50. Provided: ' + String(ids.length));
  if (wanted !== undefined) parseFields(wanted);
  const found: Json = {};
  for (const id of ids) {
    found[id] = await readNode({ context, caller }, id, wanted).catch((error: unknown) => {
      if (error instanceof GraphError && error.facts.subcode === 33)
        throw new GraphError(`(#803) Some of the aliases you requested do not exist: ${id}`, {
          code: 803,
          status: 404,
        });
      throw error;
    });
  }
  return found;
}

function check(fields: Json, names: string[]): void {
  const all = [...names, 'access_token', 'appsecret_proof', 'locale', 'format', 'pretty'];
  const wrong = Object.keys(fields).find((each) => !all.includes(each));
  if (wrong !== undefined) throw badParameter(`The parameter ${wrong} is unknown to this edge (sandbox)`);
}

/** `since` and `until` are unix seconds or a date. */
function inTime(iso: string, fields: Json): boolean {
  const at = Math.floor(Date.parse(iso) / 1000);
  const bound = (value: unknown, otherwise: number) =>
    value === undefined ? otherwise : /^\d+$/.test(text(value)) ? Number(value) : Date.parse(text(value)) / 1000;
  return at >= bound(fields['since'], 0) && at <= bound(fields['until'], Infinity);
}
