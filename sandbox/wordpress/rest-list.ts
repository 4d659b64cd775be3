import { json, type Reply } from '../http/reply.ts';
import { plainText, text } from '../json.ts';
import type { Post } from '../state/model.ts';
import { invalidParam, notAllowed, RestError } from './errors.ts';
import { mayEdit, presentPost } from './present.ts';
import { can } from './roles.ts';
import type { RestCall } from './rest-call.ts';

/**
 * GET /wp/v2/posts: filtered by slug, search, status, after and before; ordered; paged, with X-WP-Total and
 * X-WP-TotalPages.
 */
export function listPosts({ context, site, user, params }: RestCall): Reply {
  const edit = params['context'] === 'edit';
  if (edit && !can(user, 'edit_posts'))
    throw notAllowed('rest_forbidden_context', 'Sorry, you are not allowed to edit posts in this post type.', user);
  const wanted = words(params['status'] ?? 'publish');
  if (wanted.some((each) => each !== 'publish') && !can(user, 'edit_posts'))
    throw invalidParam('status', 'Status is forbidden.');
  const slugs = words(params['slug']);
  const search = text(params['search']).toLowerCase();
  const after = text(params['after']);
  const before = text(params['before']);
  const found = context.state
    .postsOf('wordpress', site.name)
    .filter((post) => (wanted.includes('any') ? post.status !== 'trash' : wanted.includes(post.status)))
    .filter((post) => post.status === 'publish' || mayEdit(user, post))
    .filter((post) => slugs.length === 0 || slugs.includes(post.slug))
    .filter(
      (post) => search === '' || `${post.title}\n${plainText(post.html)}\n${post.text}`.toLowerCase().includes(search),
    )
    .filter((post) => (after === '' || dateOf(post) > after) && (before === '' || dateOf(post) < before))
    .sort(order(text(params['orderby']) || 'date', text(params['order']) || 'desc'));
  return paged(found, params, (post) => presentPost(context, post, edit));
}

/** A page of a list's results: 10 unless `per_page` says otherwise, with X-WP-Total and X-WP-TotalPages. */
export function paged<T>(found: readonly T[], params: Record<string, unknown>, present: (each: T) => unknown): Reply {
  const perPage = whole(params['per_page'] ?? 10, 'per_page');
  if (perPage < 1 || perPage > 100)
    throw invalidParam('per_page', 'per_page must be between 1 (inclusive) and 100 (inclusive)');
  const page = whole(params['page'] ?? 1, 'page');
  const pages = Math.ceil(found.length / perPage);
  if (page > 1 && page > pages)
    throw new RestError(
      400,
      'rest_post_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
    );
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return json(200, shown.map(present), { 'x-wp-total': String(found.length), 'x-wp-totalpages': String(pages) });
}

/** The values of a parameter that accepts several: a list, or words separated by commas. */
export function words(value: unknown): string[] {
  return (Array.isArray(value) ? value.map(text) : text(value).split(',')).map((each) => each.trim()).filter(Boolean);
}

function whole(value: unknown, name: string): number {
  const number = Number(value);
  if (!Number.isInteger(number)) throw invalidParam(name, `${name} is not of type integer.`);
  return number;
}

function dateOf(post: Post): string {
  return (post.publishedAt || post.createdAt).slice(0, 19);
}

function order(by: string, direction: string): (a: Post, b: Post) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) =>
    sign *
    (by === 'title'
      ? a.title.localeCompare(b.title)
      : by === 'slug'
        ? a.slug.localeCompare(b.slug)
        : by === 'date'
          ? dateOf(a).localeCompare(dateOf(b)) || Number(a.id) - Number(b.id)
          : Number(a.id) - Number(b.id));
}
