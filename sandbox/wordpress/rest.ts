import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { contentType, readFields, type Call } from '../http/request.ts';
import type { Site, SiteUser } from '../state/model.ts';
import { appPasswords, basicOf } from './app-passwords.ts';
import { notAllowed, RestError, restRefusal } from './errors.ts';
import { media } from './rest-media.ts';
import { posts } from './rest-posts.ts';
import { terms } from './rest-terms.ts';
import { byAppPassword, can, capabilities } from './roles.ts';
import type { RestCall } from './rest-call.ts';

/** The REST API of a site (https://developer.wordpress.org/rest-api/, core 6.x; read 2026-11-21). */
export async function rest(
  context: Context,
  { site, call, route, base }: { site: Site; call: Call; route: string; base: string },
): Promise<Reply> {
  try {
    const user = site.dropsAuthorization === true ? undefined : signIn(site, call);
    const method =
      call.method === 'POST' && call.query.get('_method')
        ? (call.query.get('_method')?.toUpperCase() ?? 'POST')
        : call.method === 'HEAD'
          ? 'GET'
          : call.method;
    return await dispatch({
      context,
      site,
      user,
      call,
      method,
      route: route.replace(/\/+$/, '') || '/',
      base,
      params: readParams(call, route),
    });
  } catch (error) {
    if (error instanceof RestError) return restRefusal(error);
    throw error;
  }
}

async function dispatch(request: RestCall): Promise<Reply> {
  const { route, method } = request;
  if (route === '/' && method === 'GET') return index(request);
  if (route.startsWith('/wp/v2/users') && request.site.hidesUsers === true)
    throw new RestError(403, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.');
  if (route === '/wp/v2/users/me' && method === 'GET') return me(request);
  const [, kind = ''] = /^\/wp\/v2\/(\w+)(?:\/\d+)?$/.exec(route) ?? [];
  const reply = route.startsWith('/wp/v2/users/me/')
    ? await appPasswords(request)
    : kind === 'posts'
      ? await posts(request)
      : kind === 'media'
        ? await media(request)
        : kind === 'tags' || kind === 'categories' || kind === 'comments'
          ? await terms(request, kind)
          : undefined;
  if (!reply) throw new RestError(404, 'rest_no_route', 'No route was found matching the URL and request method.');
  return kind === 'posts' || kind === 'media' ? withMethods(reply, request, kind) : reply;
}

/** The methods that the caller may use on a route, as core names them in every answer (`rest_send_allow_header`). */
function withMethods(reply: Reply, { user }: RestCall, kind: 'posts' | 'media'): Reply {
  const mayCreate = can(user, kind === 'posts' ? 'edit_posts' : 'upload_files');
  return { ...reply, headers: { ...reply.headers, allow: mayCreate ? 'GET, POST' : 'GET' } };
}

/**
 * The caller. Core alone treats a failed log-in as an anonymous caller; with a plugin that identifies the caller early,
 * the answer is the log-in's error.
 */
function signIn(site: Site, call: Call): SiteUser | undefined {
  const typed = basicOf(call);
  if (typed === null) return undefined;
  const user = byAppPassword(site, typed.login, typed.password);
  if (site.bare === true && typeof user === 'string') return undefined;
  if (user === 'invalid_username')
    throw new RestError(401, user, '<strong>Error:</strong> Unknown username. Check again or try your email address.');
  if (user === 'incorrect_password')
    throw new RestError(401, user, 'The provided password is an invalid application password.');
  return user;
}

function readParams(call: Call, route: string): Record<string, unknown> {
  if (/^\/wp\/v2\/media\/?$/.test(route)) return Object.fromEntries(call.query);
  const read = readFields(call);
  if (!read)
    throw new RestError(
      400,
      contentType(call) === 'application/json' ? 'rest_invalid_json' : 'rest_invalid_param',
      'Invalid JSON body passed.',
      { json_error_code: 4, json_error_message: 'Syntax error' },
    );
  const { rest_route: _route, _method, _fields, _envelope, _locale, ...params } = read.fields;
  return params;
}

function index({ site, base }: RestCall): Reply {
  const routes = [
    '/',
    '/wp/v2',
    '/wp/v2/posts',
    '/wp/v2/posts/(?P<id>[\\d]+)',
    '/wp/v2/media',
    '/wp/v2/media/(?P<id>[\\d]+)',
    '/wp/v2/tags',
    '/wp/v2/categories',
    '/wp/v2/comments',
    '/wp/v2/users/me',
  ];
  return json(200, {
    name: site.title,
    description: site.tagline,
    url: base,
    home: base,
    gmt_offset: 0,
    timezone_string: 'UTC',
    namespaces: ['oembed/1.0', 'wp/v2', 'wp-site-health/v1', 'wp-block-editor/v1'],
    authentication: {
      'application-passwords': { endpoints: { authorization: `${base}/wp-admin/authorize-application.php` } },
    },
    routes: Object.fromEntries(
      routes.map((each) => [each, { namespace: each.startsWith('/wp/v2') ? 'wp/v2' : '', methods: ['GET'] }]),
    ),
  });
}

function me({ user, params, base }: RestCall): Reply {
  if (!user) throw new RestError(401, 'rest_not_logged_in', 'You are not currently logged in.');
  const view = {
    id: user.id,
    name: user.name,
    url: '',
    description: '',
    link: `${base}/author/${user.login}/`,
    slug: user.login,
  };
  if (params['context'] !== 'edit') return json(200, view);
  if (!can(user, 'read'))
    throw notAllowed('rest_forbidden_context', 'Sorry, you are not allowed to edit this user.', user);
  return json(200, {
    ...view,
    username: user.login,
    first_name: user.name.split(' ')[0] ?? '',
    last_name: user.name.split(' ')[1] ?? '',
    email: `${user.login}@example.org`,
    locale: 'en_US',
    nickname: user.login,
    roles: [user.role],
    capabilities: capabilities(user),
    extra_capabilities: { [user.role]: true },
  });
}
