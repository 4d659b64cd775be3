import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'vitest';
import type { Json } from '../json.ts';
import { aSandbox, ask, basic, posted } from '../testing.ts';
import type { Sandbox } from '../start.ts';

/** The scopes that publishing needs. */
export const scope = 'tweet.read tweet.write users.read media.write offline.access';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirect = 'http://127.0.0.1:9/twitter-callback';

/** The consent page's address, with parameters changed. */
export function authorizeUrl(sandbox: Sandbox, changed: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sandbox-app',
    redirect_uri: redirect,
    scope,
    state: 's1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changed,
  });
  return `${sandbox.twitterAuthUrl}/i/oauth2/authorize?${query.toString()}`;
}

/** Presses a button of a consent page; returns the redirect's address. */
export async function decide(url: string, decision: 'allow' | 'cancel', persona = '1510000000000000001'): Promise<URL> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ persona, decision }),
    redirect: 'manual',
  });
  assert.equal(answer.status, 303);
  return new URL(answer.headers.get('location') ?? '');
}

/** A fresh code. */
export async function codeFor(
  sandbox: Sandbox,
  { persona, given = scope }: { persona?: string; given?: string } = {},
): Promise<string> {
  return (await decide(authorizeUrl(sandbox, { scope: given }), 'allow', persona)).searchParams.get('code') ?? '';
}

/** A form to post, by default in the app's name. */
export const form = (
  fields: Record<string, string>,
  authorization = basic('sandbox-app', 'sandbox-secret'),
): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
  body: new URLSearchParams(fields).toString(),
});

/** Exchanges a code, with fields changed. */
export const trade = (sandbox: Sandbox, code: string, changed: Record<string, string> = {}) =>
  ask(
    `${sandbox.twitterApiUrl}/2/oauth2/token`,
    form({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier, ...changed }),
  );

/** A signed-in user: `call` sends requests as them. */
export async function aUser(t: TestContext, who: { persona?: string; given?: string; sandbox?: Sandbox } = {}) {
  const sandbox = who.sandbox ?? (await aSandbox(t));
  let granted: Json = {};
  const signInAgain = async (): Promise<void> => {
    granted = (await trade(sandbox, await codeFor(sandbox, who))).body;
  };
  await signInAgain();
  const call = (path: string, init: RequestInit = {}) =>
    ask(`${sandbox.twitterApiUrl}${path}`, {
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        authorization: `Bearer ${String(granted['access_token'])}`,
      },
    });
  const tweet = (fields: Json) => call('/2/tweets', posted(fields));
  return { sandbox, granted, call, tweet, signInAgain, posts: () => [...sandbox.state.posts.values()] };
}
