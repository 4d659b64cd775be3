import { json, type Reply } from '../http/reply.ts';
import { text } from '../json.ts';
import type { Tag } from '../state/model.ts';
import { notAllowed, RestError } from './errors.ts';
import { createTag, findTag } from './posts.ts';
import { can } from './roles.ts';
import type { RestCall } from './rest-call.ts';

/** Tags to look up and create; one category; no comments. Undefined for an unsupported method. */
export async function terms(request: RestCall, kind: 'tags' | 'categories' | 'comments'): Promise<Reply | undefined> {
  const { method, base } = request;
  if (kind === 'comments') return method === 'GET' ? list([]) : undefined;
  if (kind === 'categories')
    return method === 'GET'
      ? list([
          {
            id: 1,
            count: 0,
            description: '',
            link: `${base}/category/uncategorized/`,
            name: 'Uncategorized',
            slug: 'uncategorized',
            taxonomy: 'category',
            parent: 0,
            meta: [],
          },
        ])
      : undefined;
  if (method === 'GET') return findTags(request);
  return method === 'POST' ? makeTag(request) : undefined;
}

function findTags(request: RestCall): Reply {
  const { context, site, params } = request;
  const search = text(params['search']).toLowerCase();
  const slug = text(params['slug']);
  return list(
    context.state.tags
      .filter(
        (each) =>
          each.site === site.name && each.name.toLowerCase().includes(search) && (slug === '' || each.slug === slug),
      )
      .map((each) => presentTag(request, each)),
  );
}

async function makeTag(request: RestCall): Promise<Reply> {
  const { context, site, user, params } = request;
  if (!can(user, 'edit_posts'))
    throw notAllowed('rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.', user);
  const name = text(params['name']).trim();
  if (!name)
    throw new RestError(400, 'rest_missing_callback_param', 'Missing parameter(s): name', { params: ['name'] });
  const known = findTag(context, site, name);
  if (known)
    throw new RestError(400, 'term_exists', 'A term with the name provided already exists in this taxonomy.', {
      term_id: known.id,
    });
  return json(201, presentTag(request, await createTag(context, site, name)));
}

function presentTag({ context, site, base }: RestCall, tag: Tag): Record<string, unknown> {
  const count = context.state
    .postsOf('wordpress', site.name)
    .filter((each) => each.status === 'publish' && each.tags.includes(tag.name)).length;
  return {
    id: tag.id,
    count,
    description: '',
    link: `${base}/tag/${tag.slug}/`,
    name: tag.name,
    slug: tag.slug,
    taxonomy: 'post_tag',
    meta: [],
  };
}

function list(items: unknown[]): Reply {
  return json(200, items, { 'x-wp-total': String(items.length), 'x-wp-totalpages': items.length > 0 ? '1' : '0' });
}
