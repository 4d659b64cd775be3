import { randomBytes, randomInt } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import { contentType } from '../http/request.ts';
import { isJson, parseJson, text, type Json } from '../json.ts';
import { ok, refusal } from './answers.ts';
import type { Caller } from './caller.ts';
import type { VimeoUser } from './people.ts';
import { freeBytes, presentUser, presentVideo } from './present.ts';
import { word } from './word.ts';
import type { Video } from './rows.ts';

const fields = [
  'name',
  'description',
  'privacy',
  'upload',
  'content_rating',
  'embed',
  'license',
  'locale',
  'password',
  'review_page',
  'spatial',
];
const views = ['anybody', 'contacts', 'disable', 'nobody', 'password', 'unlisted', 'users'];
const bodyTypes = ['application/json', 'application/vnd.vimeo.video+json'];

/** `GET /me`. */
export function me({ context, call, user }: Caller): Reply {
  return ok(200, 'user', presentUser(context, user), call.query.get('fields'));
}

/** `POST /me/videos`: an empty video and its upload address (tus), within the quota. */
export async function createVideo({ context, call, user, token, clientId }: Caller): Promise<Reply> {
  const body = bodyTypes.includes(contentType(call)) ? parseJson(call.body.toString()) : undefined;
  if (!isJson(body)) return refusal(400, 2205, "The body of the request isn't formatted properly.");
  if (!user.mayUpload)
    return refusal(403, 3200, "You can't upload the video.", {
      developerMessage: 'Your app does not have the capability to upload. Request upload access first.',
    });
  const wrong = whatIsWrong(body);
  if (wrong) return wrong;
  const upload = isJson(body['upload']) ? body['upload'] : {};
  const sizeBytes = Number(upload['size']);
  if (sizeBytes > freeBytes(context, user))
    return refusal(403, 4102, "Your account doesn't have enough free space to upload this video.", {
      developerMessage: "The authenticated user's allotted quota has been reached.",
    });
  const name = text(body['name']) || 'Untitled';
  const typed = `${name}\n${text(body['description'])}`;
  return context.faults.around(
    { network: 'vimeo', operation: 'create', account: user.handle, text: typed, token },
    (fault) => word(context, { fault, token }),
    async () => {
      const privacy = isJson(body['privacy']) ? body['privacy'] : {};
      const video: Video = {
        id: String(randomInt(1_000_000_000, 2_000_000_000)),
        owner: user.id,
        clientId,
        name,
        description: text(body['description']),
        view: text(privacy['view']) || 'anybody',
        tags: [],
        sizeBytes,
        offset: 0,
        uploadKey: randomBytes(16).toString('hex'),
        createdAt: context.now().toISOString(),
      };
      await context.state.commit({ kind: 'row', table: 'vimeoVideos', id: video.id, value: video });
      const reply = ok(201, 'video', presentVideo(context, video), call.query.get('fields'));
      return { ...reply, headers: { ...reply.headers, location: `/videos/${video.id}` } };
    },
  );
}

/**
 * The first fault in the body of a new video. Lengths: name 128, description 5,000 (from memory of the vendor's pages).
 */
function whatIsWrong(body: Json): Reply | undefined {
  const invalid = (field: string, message: string) =>
    refusal(400, 2204, 'The parameters passed to this API are invalid.', { developerMessage: message, invalid: field });
  const unknown = Object.keys(body).find((each) => !fields.includes(each));
  if (body['type'] !== undefined)
    return refusal(400, 3116, 'The type payload parameter was supplied instead of upload.approach.');
  if (unknown !== undefined) return invalid(unknown, `The field ${unknown} is unknown (sandbox).`);
  if (Array.from(text(body['name'])).length > 128) return invalid('name', 'The name is longer than 128 characters.');
  if (Array.from(text(body['description'])).length > 5000)
    return invalid('description', 'The description is longer than 5,000 characters.');
  const { privacy, upload } = body;
  if (privacy !== undefined && (!isJson(privacy) || !views.includes(text(privacy['view']))))
    return invalid('privacy.view', 'The privacy value is invalid.');
  if (!isJson(upload) || upload['approach'] !== 'tus')
    return refusal(400, 2230, 'The upload type is invalid.', {
      developerMessage: 'Only upload.approach "tus" is spoken (sandbox).',
    });
  const stray = Object.keys(upload).find((each) => each !== 'approach' && each !== 'size');
  if (stray !== undefined) return invalid(`upload.${stray}`, `The field upload.${stray} is unknown (sandbox).`);
  return /^[1-9]\d*$/.test(String(upload['size']))
    ? undefined
    : invalid('upload.size', 'The size must be a number of bytes.');
}

/**
 * `GET /me/videos`: newest first unless `direction=asc`; `filter=app_only` returns only what this app made; `query`
 * searches names.
 */
export function listVideos({ context, call, user, clientId }: Caller): Reply {
  const { query } = call;
  const unknown = [...query.keys()].find(
    (each) => !['page', 'per_page', 'sort', 'direction', 'filter', 'query', 'fields'].includes(each),
  );
  if (unknown !== undefined)
    return refusal(400, 2204, 'The parameters passed to this API are invalid.', {
      developerMessage: `The parameter ${unknown} is unknown (sandbox).`,
      invalid: unknown,
    });
  const sort = query.get('sort') ?? 'date';
  const filter = query.get('filter');
  if (
    !['date', 'default', 'alphabetical', 'modified_time'].includes(sort) ||
    (filter !== null && filter !== 'app_only')
  )
    return refusal(400, 2204, 'The parameters passed to this API are invalid.', {
      invalid: filter === null ? 'sort' : 'filter',
    });
  const named = (query.get('query') ?? '').toLowerCase();
  const own = ownVideos(context, user).filter(
    (each) => (filter === null || each.clientId === clientId) && each.name.toLowerCase().includes(named),
  );
  const sorted = sort === 'alphabetical' ? own.sort((a, b) => a.name.localeCompare(b.name)) : own;
  if (sort !== 'alphabetical' && query.get('direction') !== 'asc') sorted.reverse();
  return page(context, sorted, query);
}

/**
 * `GET /videos?query=`: a search that requires `query`; `uris` keeps only those videos and excludes sorting. Only the
 * caller's own videos are searched.
 */
export function findVideos({ context, call, user }: Caller): Reply {
  const { query } = call;
  const asked = query.get('query');
  const uris = query.get('uris')?.split(',');
  const unknown = [...query.keys()].find((each) => !['query', 'uris', 'page', 'per_page', 'fields'].includes(each));
  if (asked === null || asked === '')
    return refusal(400, 2204, 'The parameters passed to this API are invalid.', {
      developerMessage: 'query is required.',
      invalid: 'query',
    });
  if (unknown !== undefined)
    return refusal(400, 2101, 'Either the uris or links parameter has filtering or sorting arguments.', {
      invalid: unknown,
    });
  const named = (video: Video): boolean =>
    `${video.name} ${video.description}`.toLowerCase().includes(asked.toLowerCase());
  return page(
    context,
    ownVideos(context, user).filter((each) => named(each) && (uris?.includes(`/videos/${each.id}`) ?? true)),
    query,
  );
}

function page(context: Context, videos: Video[], query: URLSearchParams): Reply {
  const perPage = Math.min(100, Math.max(1, Number(query.get('per_page') ?? 25) || 25));
  const at = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const last = Math.max(1, Math.ceil(videos.length / perPage));
  const link = (number: number) => `/me/videos?page=${number}`;
  const data = videos.slice((at - 1) * perPage, at * perPage).map((each) => presentVideo(context, each));
  return ok(
    200,
    'video',
    {
      total: videos.length,
      page: at,
      per_page: perPage,
      paging: {
        next: at < last ? link(at + 1) : null,
        previous: at > 1 ? link(at - 1) : null,
        first: link(1),
        last: link(last),
      },
      data,
    },
    query.get('fields'),
  );
}

/** `GET /videos/{id}` and `DELETE /videos/{id}`. */
export async function oneVideo({ context, call, user }: Caller): Promise<Reply> {
  const id = call.path.split('/')[2] ?? '';
  const video = ownVideos(context, user).find((each) => each.id === id);
  if (!video) return refusal(404, 5000, "The requested video couldn't be found.");
  if (call.method === 'GET') return ok(200, 'video', presentVideo(context, video), call.query.get('fields'));
  const post = context.state.posts.get(`vimeo/${user.id}/${id}`);
  if (post) await context.state.commit({ kind: 'post', post: { ...post, status: 'removed' } });
  await context.state.commit({ kind: 'row', table: 'vimeoVideos', id, value: null });
  return { status: 204, headers: {}, body: '', ending: 'whole', gzip: false };
}

/** `PUT /videos/{id}/tags`: a list of `{name}`, at most 20. */
export async function putTags({ context, call, user }: Caller): Promise<Reply> {
  const video = ownVideos(context, user).find((each) => each.id === call.path.split('/')[2]);
  const body = parseJson(call.body.toString());
  if (!video) return refusal(404, 5000, "The requested video couldn't be found.");
  if (!Array.isArray(body) || body.some((each) => !isJson(each) || text(each['name']) === ''))
    return refusal(400, 2205, "The body of the request isn't formatted properly.");
  const tags = [...new Set([...video.tags, ...body.filter(isJson).map((each) => text(each['name']))])];
  if (tags.length > 20) return refusal(403, 3434, "The total number of tags can't exceed 20.");
  await context.state.commit({ kind: 'row', table: 'vimeoVideos', id: video.id, value: { ...video, tags } });
  return ok(200, 'tag', { data: tags.map((name) => ({ uri: `/tags/${name}`, name })) }, null);
}

function ownVideos(context: Context, user: VimeoUser): Video[] {
  return [...context.state.tables.vimeoVideos.values()].filter((each) => each.owner === user.id);
}
