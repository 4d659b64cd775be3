import { createHash, createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Call } from '../http/request.ts';
import { findApp } from '../oauth/apps.ts';
import { issueAccess, judge, type Policy } from '../oauth/tokens.ts';
import { badParameter, badToken, GraphError, noPermission } from './errors.ts';
import { findPage, findPerson, mayPost, type Page, type Person } from './people.ts';
import type { Token } from '../oauth/rows.ts';

/**
 * Codes are valid for ten minutes, tokens of the browser flow for 90 minutes; exchanged tokens for 60 days. Source:
 * facebook-login/guides/access-tokens/get-long-lived.
 */
export const policy: Policy = {
  network: 'facebook',
  codeSeconds: 600,
  accessSeconds: 5400,
  refreshSeconds: null,
  refresh: 'none',
};
/** How long a long-lived token is valid: 60 days, in seconds. */
export const longSeconds = 5_184_000;

/** The caller: a person, or a page through a person's token. */
export type Caller = { text: string; token: Token; person: Person; page: Page | null };

/** The caller of a request, by `access_token` or an Authorization header (Bearer or OAuth). Throws GraphError. */
export function callerOf(context: Context, call: Call, fields: Record<string, unknown>): Caller {
  const header = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(call.headers['authorization'] ?? '')?.[1];
  const text = header ?? (typeof fields['access_token'] === 'string' ? fields['access_token'] : '');
  if (text === '')
    throw new GraphError('An access token is required to request this resource.', { code: 104, status: 400 });
  const judged = judge(context, 'facebook', text);
  if (judged.kind === 'unknown') throw badToken('Invalid OAuth access token - Cannot parse access token');
  if (judged.kind === 'expired') throw expired(context, judged.token);
  if (judged.kind === 'revoked')
    throw badToken('Error validating access token: The user has not authorized application sandbox-app.', 458);
  const proof = fields['appsecret_proof'];
  const secret = findApp('facebook', judged.token.clientId)?.clientSecret ?? '';
  if (proof !== undefined && proof !== createHmac('sha256', secret).update(text).digest('hex'))
    throw badParameter('Invalid appsecret_proof provided in the API argument');
  const person = findPerson(judged.token.persona);
  if (!person) throw badToken('Error validating access token: the user does not exist.', 467);
  const pageId = judged.token.extra['page'] ?? '';
  return { text, token: judged.token, person, page: pageId === '' ? null : pageOf(person, pageId) };
}

/** Error 190/463 in Facebook's words. */
export function expired(context: Context, { until }: Token): GraphError {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
  return badToken(
    `Error validating access token: Session has expired on ${day.format(new Date(until ?? 0))}. The current time is ` +
      `${day.format(context.now())}.`,
    463,
  );
}

function pageOf(person: Person, id: string): Page {
  const page = person.pages.find((each) => each.id === id);
  if (!page) throw badToken('Error validating access token: the user is no longer on the page.', 467);
  return page;
}

/** Refuses a caller without one of the permissions. */
export function needScopes({ token }: Caller, scopes: readonly string[]): void {
  const missing = scopes.find((each) => !token.scopes.includes(each));
  if (missing !== undefined) throw noPermission(`Requires ${missing} permission to manage the object`);
}

/** The page a caller may write to, which needs the page's own token, the permission and the task. Throws GraphError. */
export function pageToWrite(caller: Caller, id: string): Page {
  const page = findPage(id);
  if (!caller.page)
    throw new GraphError('(#210) A page access token is required to request this resource.', {
      code: 210,
      status: 403,
    });
  if (!page || page.id !== caller.page.id) throw noPermission('The page access token does not belong to this page');
  needScopes(caller, ['pages_manage_posts', 'pages_read_engagement']);
  if (!mayPost(caller.page))
    throw noPermission('The user must be able to perform the CREATE_CONTENT task on this page');
  return page;
}

/**
 * The token of a page, the same for the same user token: it is valid as long as a short-lived user token, and forever
 * under a long-lived one.
 */
export async function pageToken(context: Context, { text, token }: Caller, page: Page): Promise<string> {
  const id = `EAAsandboxPage${createHash('sha256').update(`${text}/${page.id}`).digest('hex')}`;
  const held = judge(context, 'facebook', id);
  if (held.kind !== 'unknown') return id;
  const isLong = token.extra['long'] === '1';
  const left = token.until === null ? null : Math.max(1, Math.ceil((token.until - context.now().getTime()) / 1000));
  const { clientId, persona, scopes, redirectUri, grant } = token;
  const allowed = { clientId, persona, scopes, redirectUri, extra: { ...token.extra, page: page.id } };
  return issueAccess(context, { ...policy, mint: () => id }, { allowed, seconds: isLong ? null : left, grant });
}
