import { createHash } from 'node:crypto';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { RestError } from './errors.ts';
import type { RestCall } from './rest-call.ts';

/** The login and password of a request's Basic authorization, or null. */
export function basicOf(call: Call): { login: string; password: string } | null {
  const [, coded = ''] = /^Basic\s+(\S+)$/i.exec(call.headers['authorization'] ?? '') ?? [];
  if (!coded) return null;
  const pair = Buffer.from(coded, 'base64').toString();
  const colon = pair.indexOf(':');
  return { login: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

/**
 * `users/me/application-passwords/introspect` names the password of the request; a DELETE of its uuid revokes it.
 * Undefined for any other route. Source: developer.wordpress.org/rest-api/reference/application-passwords,
 * class-wp-rest-application-passwords-controller.php.
 */
export async function appPasswords({ context, site, user, call, method, route }: RestCall): Promise<Reply | undefined> {
  const [, name] = /^\/wp\/v2\/users\/me\/application-passwords\/([\w-]+)$/.exec(route) ?? [];
  if (name === undefined) return undefined;
  if (!user) throw new RestError(401, 'rest_not_logged_in', 'You are not currently logged in.');
  const asking = (basicOf(call)?.password ?? '').replace(/[^a-z\d]/gi, '');
  if (name === 'introspect') return method === 'GET' ? json(200, present(asking)) : undefined;
  if (method !== 'DELETE') return undefined;
  const ended = user.appPasswords.find((each) => uuidOf(each) === name);
  if (ended === undefined)
    throw new RestError(404, 'rest_application_password_not_found', 'Application password not found.');
  const users = site.users.map((each) =>
    each.id === user.id ? { ...each, appPasswords: each.appPasswords.filter((word) => word !== ended) } : each,
  );
  await context.state.commit({ kind: 'sites', sites: [{ ...site, users }] });
  return json(200, { deleted: true, previous: present(ended) });
}

const present = (password: string) => ({
  uuid: uuidOf(password),
  app_id: '',
  name: 'AgencyReel',
  created: '2026-01-05T09:00:00',
  last_used: null,
  last_ip: null,
});

function uuidOf(password: string): string {
  const hex = createHash('sha256').update(password).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
