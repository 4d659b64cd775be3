import type { Context } from '../context.ts';
import { html, raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml } from '../json.ts';
import { document, longDate, rootFrom } from '../page/document.ts';
import type { Post, Site } from '../state/model.ts';
import { uploadPath } from './posts.ts';
import { withNoise } from './noise.ts';
import { rest } from './rest.ts';
import { xmlrpc } from './xmlrpc.ts';

/**
 * One folder for each WordPress site: '/<site>/', its REST API by either permalink style, xmlrpc.php, uploads and post
 * pages.
 */
export async function wordpress(context: Context, call: Call): Promise<Reply> {
  const [, name = '', path = '/'] = /^\/([^/]+)(\/.*)?$/.exec(call.path) ?? [];
  const site = context.state.sites.get(decodeURIComponent(name));
  if (!site) return html(404, '<!doctype html><title>404</title><h1>No such site in this sandbox.</h1>');
  const base = siteAddress(context, call, site);
  const restRoute = call.query.get('rest_route');
  if (path === '/xmlrpc.php') return xmlrpc(context, { site, call, base });
  if (path === '/wp-json' || path.startsWith('/wp-json/'))
    return site.permalinks === 'pretty'
      ? openRest(context, { site, call, base, route: path.slice('/wp-json'.length) || '/' })
      : missing(call);
  if (restRoute !== null && (path === '/' || path === '/index.php'))
    return openRest(context, { site, call, base, route: restRoute || '/' });
  if (path.startsWith('/wp-content/uploads/')) return upload(context, site, call);
  const slug = decodeURIComponent(path).replace(/^\/|\/$/g, '');
  const postId = call.query.get('p');
  if (slug === '' && postId === null) return withNoise(home(context, { site, call, base }), site.noises ?? []);
  const post = context.state
    .postsOf('wordpress', site.name)
    .find((each) => each.status === 'publish' && (postId === null ? each.slug === slug : each.id === postId));
  return post ? postPage(call, site, post) : missing(call);
}

async function openRest(
  context: Context,
  request: { site: Site; call: Call; base: string; route: string },
): Promise<Reply> {
  switch (request.site.rest) {
    case 'open':
      return ofWordpress(await rest(context, request), request.site);
    case 'blocked':
      return html(
        403,
        "<!doctype html><title>403 Forbidden</title><h1>Forbidden</h1><p>Blocked by the site's security plugin.</p>",
      );
    case 'off':
      return missing(request.call);
    default:
      return request.site.rest satisfies never;
  }
}

/** An answer with the site's noise, unless it is that of a server in front of WordPress. */
const ofWordpress = (reply: Reply, { noises = [] }: Site): Reply =>
  reply.headers['content-type']?.startsWith('application/json') ? withNoise(reply, noises) : reply;

/** The site's address as its caller knows it: behind a proxy the public one, otherwise the requested host. */
function siteAddress(context: Context, call: Call, site: Site): string {
  const host = call.headers['host'] ?? '';
  const proxied = call.headers['x-forwarded-host'] !== undefined || call.headers['x-forwarded-for'] !== undefined;
  const direct = !proxied && host.endsWith(new URL(context.ownUrl).host.replace(/^[^:]*/, ''));
  return `${direct ? `http://${host}` : context.publicUrl}/wordpress/${site.name}`;
}

function home(context: Context, { site, call, base }: { site: Site; call: Call; base: string }): Reply {
  const api = site.permalinks === 'pretty' ? `${base}/wp-json/` : `${base}/index.php?rest_route=/`;
  const posts = context.state
    .postsOf('wordpress', site.name)
    .filter((each) => each.status === 'publish')
    .reverse()
    .slice(0, 20);
  const root = rootFrom(`/wordpress${call.path}`);
  const list = posts
    .map(
      (each) =>
        `<article class="card">
<h2><a href="${root}${escapeHtml(each.path)}">${escapeHtml(each.title || '(no title)')}</a></h2>
<p class="meta">${longDate(each.publishedAt)} · ${escapeHtml(each.author)}</p></article>`,
    )
    .join('');
  const editing = `<link rel="EditURI" type="application/rsd+xml" title="RSD" href="${base}/xmlrpc.php?rsd">`;
  const links = site.rest === 'open' ? `${editing}<link rel="https://api.w.org/" href="${escapeHtml(api)}">` : editing;
  return document({
    title: site.title,
    root,
    kind: 'wordpress',
    headers: site.rest === 'open' ? { link: `<${api}>; rel="https://api.w.org/"` } : {},
    body: `${links}<header><h1>${escapeHtml(site.title)}</h1><p class="meta">${escapeHtml(site.tagline)}</p></header>
<main>${list || '<p class="empty">Nothing has been published here yet.</p>'}</main>`,
  });
}

function postPage(call: Call, site: Site, post: Post): Reply {
  const root = rootFrom(`/wordpress${call.path}`);
  const featured = post.featuredId ? post.media[0] : undefined;
  const picture =
    featured?.kind === 'image' && !post.html.includes('<img')
      ? `<img class="featured" src="${root}files/${featured.name}" alt="">`
      : '';
  return document({
    title: `${post.title} – ${site.title}`,
    root,
    kind: 'wordpress',
    body: `<header>
<p class="site"><a href="${root}wordpress/${escapeHtml(site.name)}/">${escapeHtml(site.title)}</a></p></header><main>
<article><h1>${escapeHtml(post.title)}</h1>
<p class="meta">${longDate(post.publishedAt)} · ${escapeHtml(post.author)}</p>
${picture}<div class="content">${post.html}</div>${tags(post)}</article></main>`,
  });
}

function tags(post: Post): string {
  return post.tags.length > 0
    ? `<p class="tags">${post.tags.map((each) => `<span>${escapeHtml(each)}</span>`).join(' ')}</p>`
    : '';
}

/** Uploads keep WordPress's address and are served by the sandbox's own file route. */
function upload(context: Context, site: Site, call: Call): Reply {
  const attachment = [...context.state.attachments.values()].find(
    (each) => each.site === site.name && `/${uploadPath(each)}` === call.path,
  );
  if (!attachment) return missing(call);
  return raw(302, {
    type: 'text/plain',
    body: '',
    headers: { location: `${rootFrom(`/wordpress${call.path}`)}files/${attachment.media.name}` },
  });
}

function missing(call: Call): Reply {
  return document({
    status: 404,
    title: 'Page not found',
    root: rootFrom(`/wordpress${call.path}`),
    kind: 'wordpress',
    body: '<main><h1>Oops! That page can’t be found.</h1></main>',
  });
}
