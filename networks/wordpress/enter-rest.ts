/** Logs in to a site's REST API with an application password, to see whether posts can be published there. */

import { z } from 'zod';
import type { Answer, Http } from '#outbound/request.ts';
import type { Site } from './discovery.ts';
import { readJson } from './noisy-json.ts';
import { basicAuth, errorOf, mostRedirects, routeUrl, statusOf } from './rest.ts';

/** The login that a person entered. */
export type Login = { username: string; password: string };
/**
 * The result of one way to log in to a site: success, a refusal that no other way can change, or a failure with the
 * reason. `login`: the site knows no such login; `anonymous`: it answers as to a visitor; `missing`: there is no way
 * in.
 */
export type Entry =
  | { kind: 'in'; profile: Readonly<Record<string, string>>; login: string }
  | { kind: 'refused'; message: string }
  | { kind: 'closed'; because: 'login' | 'anonymous' | 'missing'; message: string };

/** What to say of a login that may not publish. */
export const roleMessage = (name: string): string =>
  `${name} may not publish posts with pictures on this site. It takes the role of an author, editor or administrator.`;

const meShape = z.object({
  username: z.string().optional(),
  name: z.string(),
  capabilities: z.record(z.string(), z.unknown()),
});

/** The answers of WordPress itself to a login that does not exist. */
const wrongLogin = new Set(['incorrect_password', 'invalid_username', 'invalid_email']);

type Request = { http: Http; site: Site; login: Login; signal: AbortSignal };

/** Logs in by `users/me`, which also says what the person may do; where that is closed, by the posts themselves. */
export async function enterByRest({ http, site, login, signal }: Request): Promise<Entry> {
  const { apiUrl } = site;
  if (apiUrl === null) return { kind: 'closed', because: 'missing', message: '' };
  const get = (path: string, query: Readonly<Record<string, string>>) =>
    http.sendGuarded({
      method: 'GET',
      url: routeUrl(apiUrl, path, { ...query, context: 'edit' }),
      headers: { authorization: basicAuth(login.username, login.password), accept: 'application/json' },
      signal,
      redirects: mostRedirects,
    });
  const reply = await get('wp/v2/users/me', {});
  if (reply.kind !== 'answered') return { kind: 'refused', message: reply.message };
  const me = readJson(reply.text, meShape)?.value;
  const profile = { transport: 'rest', apiUrl, siteName: site.name };
  if (reply.status === 200 && me !== undefined) {
    const { username = login.username, name, capabilities } = me;
    if (capabilities['publish_posts'] !== true || capabilities['upload_files'] !== true)
      return { kind: 'refused', message: roleMessage(name) };
    return { kind: 'in', login: username, profile };
  }
  if (wrongLogin.has(errorOf(reply)?.code ?? '')) return closed('login', reply);

  const posts = await get('wp/v2/posts', { per_page: '1', status: 'draft' });
  if (posts.kind !== 'answered') return { kind: 'refused', message: posts.message };
  if (statusOf(posts) !== 200 || readJson(posts.text, z.array(z.unknown())) === null)
    return closed(statusOf(posts) === 401 && errorOf(posts) !== null ? 'anonymous' : 'missing', reply);
  const media = await get('wp/v2/media', { per_page: '1' });
  const allowed = media.kind === 'answered' && media.status === 200 ? media.headers['allow'] : undefined;
  // WordPress names the methods that this login may use on a route; who may upload, may publish.
  if (allowed !== undefined && !allowed.includes('POST'))
    return { kind: 'refused', message: roleMessage(login.username) };
  return { kind: 'in', login: login.username, profile };
}

const closed = (because: 'login' | 'anonymous' | 'missing', answer: Answer): Entry => ({
  kind: 'closed',
  because,
  message: errorOf(answer)?.message ?? '',
});
