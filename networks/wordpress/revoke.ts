import { z } from 'zod';
import type { Http, Reply } from '#outbound/request.ts';
import type { Account, Revoked } from '../network.ts';
import { readJson } from './noisy-json.ts';
import { basicAuth, errorOf, mostRedirects, routeUrl, statusOf } from './rest.ts';

const passwordShape = z.object({ uuid: z.string().min(1) });
const own = 'wp/v2/users/me/application-passwords';

/**
 * Deletes the application password of the request itself: the site names it, then deletes it. A login's own password
 * (XML-RPC) can be changed by the person alone. Source:
 * developer.wordpress.org/rest-api/reference/application-passwords (read 2026-11-21), since WordPress 5.7.
 */
export async function revokeAppPassword({
  http,
  account: { profile, credentials },
  signal,
}: {
  http: Http;
  account: Account;
  signal: AbortSignal;
}): Promise<Revoked> {
  if (profile['transport'] !== 'rest')
    return { kind: 'refused', message: 'WordPress: a password for XML-RPC can only be changed on the site' };
  const headers = {
    authorization: basicAuth(credentials['username'] ?? '', credentials['password'] ?? ''),
    accept: 'application/json',
  };
  const ask = (method: 'GET' | 'DELETE', path: string): Promise<Reply> =>
    http.sendGuarded({
      method,
      url: routeUrl(profile['apiUrl'] ?? '', path),
      headers,
      signal,
      redirects: mostRedirects,
    });
  const named = await ask('GET', `${own}/introspect`);
  const password =
    named.kind === 'answered' && named.status < 300 ? readJson(named.text, passwordShape)?.value : undefined;
  if (password === undefined) return judged(named);
  return judged(await ask('DELETE', `${own}/${encodeURIComponent(password.uuid)}`));
}

/**
 * The answer of a site to a revoked password, or one whose user was deleted: core identifies the caller after it has
 * looked for log-in errors and then treats it as anonymous; where a plugin identifies it earlier, the error is
 * returned. Seen at WordPress 6.1 (tools/ real-wordpress.proof.ts) and in wp-includes/user.php,
 * wp_authenticate_application_password.
 */
const dead = new Set([
  'rest_not_logged_in',
  'incorrect_password',
  'invalid_username',
  'invalid_email',
  'rest_application_password_not_found',
]);

/** A password that no longer works counts as revoked. */
function judged(reply: Reply): Revoked {
  if (reply.kind !== 'answered') return { kind: 'unreachable', message: reply.message };
  if (dead.has(errorOf(reply)?.code ?? '')) return { kind: 'revoked' };
  if (reply.status < 300 && readJson(reply.text, deletedShape) !== null) return { kind: 'revoked' };
  const status = statusOf(reply);
  return {
    kind: status < 500 ? 'refused' : 'unreachable',
    message: `WordPress answered with status ${status}`,
  };
}

const deletedShape = z.object({ deleted: z.literal(true) });
