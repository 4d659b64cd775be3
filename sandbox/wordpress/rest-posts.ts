import type { Context } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import { json, type Reply } from '../http/reply.ts';
import { isJson, text } from '../json.ts';
import { noises, type SiteUser } from '../state/model.ts';
import { invalidParam, notAllowed, RestError, restRefusal } from './errors.ts';
import { mayEdit, presentPost } from './present.ts';
import { createPost, findPost, isTooWide, updatePost, type PostFields } from './posts.ts';
import { withNoise } from './noise.ts';
import { listPosts } from './rest-list.ts';
import { can } from './roles.ts';
import type { RestCall } from './rest-call.ts';

const statuses = ['publish', 'future', 'draft', 'pending', 'private'];
const settable = [
  'id',
  'title',
  'content',
  'excerpt',
  'status',
  'slug',
  'tags',
  'categories',
  'featured_media',
  'format',
  'date',
  'date_gmt',
  'author',
  'comment_status',
  'ping_status',
  'sticky',
  'meta',
  'template',
  'password',
  'context',
];

/** /wp/v2/posts and /wp/v2/posts/{id}. Undefined for an unsupported method. */
export async function posts(request: RestCall): Promise<Reply | undefined> {
  const id = Number(/\/(\d+)$/.exec(request.route)?.[1] ?? 0);
  if (request.method === 'GET') return id ? readPost(request, id) : listPosts(request);
  if (id === 0) return request.method === 'POST' ? create(request) : undefined;
  return request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH'
    ? update(request, id)
    : undefined;
}

function readPost({ context, site, user, params }: RestCall, id: number): Reply {
  const post = findPost(context, site, id);
  if (!post) throw new RestError(404, 'rest_post_invalid_id', 'Invalid post ID.');
  const edit = params['context'] === 'edit';
  if (edit && !mayEdit(user, post))
    throw notAllowed('rest_forbidden_context', 'Sorry, you are not allowed to edit this post.', user);
  if (post.status !== 'publish' && !mayEdit(user, post))
    throw notAllowed('rest_forbidden', 'Sorry, you are not allowed to do that.', user);
  return json(200, presentPost(context, post, edit));
}

async function create(request: RestCall): Promise<Reply> {
  const { context, site, user, params, base } = request;
  if (!can(user, 'edit_posts') || !user)
    throw notAllowed('rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.', user);
  if (params['id']) throw new RestError(400, 'rest_post_exists', 'Cannot create existing post.');
  const fields = readPostFields(request, user);
  if (!fields.title && !fields.html && !fields.text)
    throw new RestError(400, 'empty_content', 'Content, title, and excerpt are empty.');
  const action = {
    network: 'wordpress',
    operation: 'create',
    account: site.name,
    text: `${fields.title ?? ''}\n${fields.html ?? ''}`,
  } as const;
  if (isTooWide(site, fields)) throw new RestError(500, 'db_insert_error', 'Could not insert post into the database.');
  return context.faults.around(action, word, async () => {
    const post = await createPost(context, { site, user, fields, uniqueDrafts: true });
    return json(201, presentPost(context, post, true), { location: `${base}/wp-json/wp/v2/posts/${post.id}` });
  });
}

async function update(request: RestCall, id: number): Promise<Reply> {
  const { context, site, user } = request;
  const post = findPost(context, site, id);
  if (!post) throw new RestError(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (!user || !mayEdit(user, post))
    throw notAllowed('rest_cannot_edit', 'Sorry, you are not allowed to edit this post.', user);
  const fields = readPostFields(request, user);
  const action = {
    network: 'wordpress',
    operation: fields.status === 'publish' ? 'publish' : 'other',
    account: site.name,
    text: `${fields.title ?? post.title}\n${fields.html ?? post.html}`,
  } as const;
  if (isTooWide(site, fields)) throw new RestError(500, 'db_update_error', 'Could not update post in the database.');
  return context.faults.around(action, word, async () =>
    json(200, presentPost(context, await updatePost(context, { site, user, post, fields, uniqueDrafts: true }), true)),
  );
}

/**
 * The fields of a request, checked as core's schema does. The real one ignores unknown fields; here they are errors.
 * Throws RestError.
 */
function readPostFields({ context, site, params }: RestCall, user: SiteUser): PostFields {
  const unknown = Object.keys(params).find((each) => !settable.includes(each));
  if (unknown !== undefined) throw invalidParam(unknown, `${unknown} is not a field of a post (sandbox).`);
  const fields: PostFields = {};
  if ('title' in params) fields.title = rawText(params['title'], 'title');
  if ('content' in params) fields.html = rawText(params['content'], 'content');
  if ('excerpt' in params) fields.text = rawText(params['excerpt'], 'excerpt');
  if ('slug' in params) fields.slug = rawText(params['slug'], 'slug');
  if ('status' in params) {
    const status = text(params['status']);
    if (!statuses.includes(status))
      throw invalidParam('status', 'status is not one of publish, future, draft, pending, and private.');
    if (status !== 'draft' && status !== 'pending' && !can(user, 'publish_posts'))
      throw notAllowed('rest_cannot_publish', 'Sorry, you are not allowed to publish posts in this post type.', user);
    fields.status = status;
  }
  if ('tags' in params) fields.tags = tagNames(context, site.name, params['tags']);
  if ('featured_media' in params) {
    const id = Number(params['featured_media']);
    if (!Number.isInteger(id)) throw invalidParam('featured_media', 'featured_media is not of type integer.');
    if (id !== 0 && !context.state.attachments.has(`${site.name}/${id}`))
      throw new RestError(400, 'rest_invalid_featured_media', 'Invalid featured media ID.');
    fields.featuredId = id;
  }
  return fields;
}

function rawText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  if (isJson(value) && typeof value['raw'] === 'string') return value['raw'];
  throw invalidParam(name, `${name} is not of type string.`);
}

function tagNames(context: Context, site: string, value: unknown): string[] {
  const ids = typeof value === 'string' ? value.split(',').map(Number) : value;
  if (!Array.isArray(ids) || ids.some((each) => !Number.isInteger(each)))
    throw invalidParam('tags', 'tags[0] is not of type integer.');
  return context.state.tags.filter((each) => each.site === site && ids.includes(each.id)).map((each) => each.name);
}

/** A site's answers to faults over REST, without those of firewalls in front of it. */
export function word(fault: Fault, answer?: Reply): Reply | undefined {
  switch (fault.kind) {
    case 'noise':
      return answer && withNoise(answer, noises);
    case 'revoked':
      return restRefusal(
        new RestError(401, 'incorrect_password', 'The provided password is an invalid application password.'),
      );
    case 'forbidden':
    case 'kicked':
      return restRefusal(
        new RestError(403, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.'),
      );
    case 'error':
      return restRefusal(
        new RestError(500, 'internal_server_error', '<p>There has been a critical error on this website.</p>'),
      );
    default:
      return undefined;
  }
}
