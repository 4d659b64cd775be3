import assert from 'node:assert/strict';
import type { TestContext } from 'vitest';
import { isJson, text, type Json } from '../json.ts';
import type { Sandbox } from '../start.ts';
import { aSandbox, ask } from '../testing.ts';

/** The person that the tests sign in as. */
export const persona = { emma: '10158000000000001', many: '10158000000000002' };

const scope = 'pages_show_list,pages_manage_posts,pages_read_engagement,read_insights,email';

/** The code from a person's consent, and the rest of the redirect's query. */
export async function aConsent(
  sandbox: Sandbox,
  { who = persona.emma, decision = 'allow', scopes = scope }: { who?: string; decision?: string; scopes?: string } = {},
): Promise<URLSearchParams> {
  const query = new URLSearchParams({
    client_id: 'sandbox-app',
    redirect_uri: 'http://localhost/back',
    state: 'st4te',
    scope: scopes,
    response_type: 'code',
  });
  const form = new URLSearchParams({ persona: who, decision });
  for (const each of ['public_profile', ...scopes.split(',')]) form.append('scope', each);
  const answer = await fetch(`${sandbox.facebookAuthUrl}/v26.0/dialog/oauth?${query.toString()}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  assert.equal(answer.status, 303, await answer.text());
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

/** A long-lived token of a person and the token of one of its pages, with functions that use them. */
export async function aPage(
  t: TestContext,
  { who = persona.emma, page = 'Sunrise Bakery' }: { who?: string; page?: string } = {},
) {
  const sandbox = await aSandbox(t);
  const graph = `${sandbox.facebookGraphUrl}/v26.0`;
  const app = 'client_id=sandbox-app&client_secret=sandbox-secret';
  const code = (await aConsent(sandbox, { who })).get('code') ?? '';
  const short = text(
    (await ask(`${graph}/oauth/access_token?${app}&redirect_uri=http://localhost/back&code=${code}`)).body[
      'access_token'
    ],
  );
  const userToken = text(
    (await ask(`${graph}/oauth/access_token?${app}&grant_type=fb_exchange_token&fb_exchange_token=${short}`)).body[
      'access_token'
    ],
  );
  const listed = items(
    (await ask(`${graph}/me/accounts?limit=100&fields=id,name,access_token&access_token=${userToken}`)).body,
  );
  const own = listed.find((each) => each['name'] === page) ?? {};
  const pageTokenText = text(own['access_token']);
  const at = (edge: string, host: 'graph' | 'video') =>
    `${host === 'graph' ? sandbox.facebookGraphUrl : sandbox.facebookVideoUrl}/v26.0/${text(own['id'])}/${edge}`;
  const post = (edge: string, fields: Record<string, string>, host: 'graph' | 'video' = 'graph') =>
    ask(at(edge, host), { method: 'POST', body: new URLSearchParams({ ...fields, access_token: pageTokenText }) });
  const upload = (
    edge: string,
    fields: Record<string, string>,
    files: Record<string, Buffer>,
    host: 'graph' | 'video' = 'graph',
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, access_token: pageTokenText })) form.set(name, value);
    for (const [name, data] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(data)]), `${name}.bin`);
    return ask(at(edge, host), { method: 'POST', body: form });
  };
  const read = (path: string, query: Record<string, string>, token = pageTokenText) =>
    ask(`${graph}/${path}?${new URLSearchParams({ ...query, access_token: token }).toString()}`);
  const posts = () => [...sandbox.state.posts.values()];
  return { sandbox, graph, short, userToken, pageToken: pageTokenText, post, upload, read, posts };
}

/** The objects of a list's `data`. */
export function items(body: Json): Json[] {
  return Array.isArray(body['data']) ? body['data'].filter(isJson) : [];
}

/** The first object of a list's `data`. */
export function first(body: Json): Json {
  return items(body)[0] ?? {};
}
