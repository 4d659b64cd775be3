import assert from 'node:assert/strict';
import type { TestContext } from 'vitest';
import { text, type Json } from '../json.ts';
import { aSandbox, ask, posted } from '../testing.ts';
import type { Sandbox } from '../start.ts';

/** The scopes of the open products. */
export const scope = 'openid profile w_member_social';
const redirect = 'http://127.0.0.1:9/linkedin-callback';

/** The consent page's address, with parameters changed. */
export function authorizeUrl(sandbox: Sandbox, changed: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sandbox-app',
    redirect_uri: redirect,
    state: 's1',
    scope,
    ...changed,
  });
  return `${sandbox.linkedinAuthUrl}/oauth/v2/authorization?${query.toString()}`;
}

/** Presses a button of a consent page; returns the redirect's address. */
export async function decide(url: string, decision: 'allow' | 'cancel', persona = 'sUnRiSe001'): Promise<URL> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ persona, decision }),
    redirect: 'manual',
  });
  assert.equal(answer.status, 303);
  return new URL(answer.headers.get('location') ?? '');
}

/** Makes the token call, by default for the open app. */
export const tokenCall = (sandbox: Sandbox, fields: Record<string, string>) =>
  ask(`${sandbox.linkedinTokenUrl}/oauth/v2/accessToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: 'sandbox-app', client_secret: 'sandbox-secret', ...fields }).toString(),
  });

/** Exchanges a code, with fields changed. */
export const trade = (sandbox: Sandbox, code: string, changed: Record<string, string> = {}) =>
  tokenCall(sandbox, { grant_type: 'authorization_code', code, redirect_uri: redirect, ...changed });

/** A signed-in member: `call` sends requests with the right headers, `post` posts with fields changed. */
export async function aMember(
  t: TestContext,
  {
    persona = 'sUnRiSe001',
    given = scope,
    partner = false,
    sandbox: running,
  }: { persona?: string; given?: string; partner?: boolean; sandbox?: Sandbox } = {},
) {
  const sandbox = running ?? (await aSandbox(t));
  const app = partner ? { client_id: 'sandbox-partner', client_secret: 'sandbox-partner-secret' } : {};
  const back = await decide(
    authorizeUrl(sandbox, { scope: given, ...(partner ? { client_id: 'sandbox-partner' } : {}) }),
    'allow',
    persona,
  );
  const granted: Json = (await trade(sandbox, back.searchParams.get('code') ?? '', app)).body;
  const headers = {
    authorization: `Bearer ${text(granted['access_token'])}`,
    'linkedin-version': sandbox.linkedinVersion,
    'x-restli-protocol-version': '2.0.0',
  };
  const call = (path: string, init: RequestInit = {}) =>
    ask(`${sandbox.linkedinApiUrl}${path}`, {
      ...init,
      headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
    });
  const author = `urn:li:person:${persona}`;
  const post = (changed: Json = {}) =>
    call(
      '/rest/posts',
      posted({
        author,
        commentary: 'Fresh bread',
        visibility: 'PUBLIC',
        distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
        lifecycleState: 'PUBLISHED',
        isReshareDisabledByAuthor: false,
        ...changed,
      }),
    );
  return { sandbox, granted, author, call, post, posts: () => [...sandbox.state.posts.values()] };
}
