import type { TestContext } from 'vitest';
import { isJson, text, type Json } from '../json.ts';
import { aSandbox, ask, basic } from '../testing.ts';

const agent = 'web:agencyreel:1.0 (by /u/agencyreel)';

/** All scopes that the app requests. */
export const scope = 'identity submit read flair history';

/** A sandbox in which a redditor has allowed the app. */
export async function aRedditor(t: TestContext, persona = 'sunrise', scopes = scope) {
  const sandbox = await aSandbox(t);
  const token = (form: Record<string, string>, secret = 'sandbox-secret') =>
    ask(`${sandbox.redditTokenUrl}/api/v1/access_token`, {
      method: 'POST',
      headers: {
        authorization: basic('sandbox-app', secret),
        'user-agent': agent,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    });
  const redirectUri = 'http://localhost:9/reddit-callback';
  const query = new URLSearchParams({
    client_id: 'sandbox-app',
    response_type: 'code',
    state: 's1',
    redirect_uri: redirectUri,
    duration: 'permanent',
    scope: scopes,
  });
  const page = `${sandbox.redditAuthUrl}/api/v1/authorize?${query.toString()}`;
  const decide = (decision: string) =>
    fetch(page, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `persona=${persona}&decision=${decision}`,
    });
  const code = new URL((await decide('allow')).headers.get('location') ?? '').searchParams.get('code') ?? '';
  const granted = (await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })).body;
  let access = text(granted['access_token']);
  const headers = () => ({ authorization: `Bearer ${access}`, 'user-agent': agent });
  const get = (path: string) => ask(`${sandbox.redditApiUrl}${path}`, { headers: headers() });
  const send = (path: string, form: Record<string, string>) =>
    ask(`${sandbox.redditApiUrl}${path}`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  const submit = (form: Record<string, string>) =>
    send('/api/submit', { api_type: 'json', raw_json: '1', sr: 'u_sunrise_bakery', title: 'Morning news', ...form });
  return {
    sandbox,
    token,
    page,
    decide,
    code,
    redirectUri,
    granted,
    get,
    send,
    submit,
    use: (other: string) => {
      access = other;
    },
  };
}

/** The `json` of an answer. */
export const inner = (answer: { body: Json }): Json => (isJson(answer.body['json']) ? answer.body['json'] : {});

/** The `data` in the `json` of an answer. */
export const data = (answer: { body: Json }): Json => {
  const found = inner(answer)['data'];
  return isJson(found) ? found : {};
};

/** The code of the first error of an answer. */
export const firstError = (answer: { body: Json }): unknown => {
  const { errors } = inner(answer);
  return Array.isArray(errors) && Array.isArray(errors[0]) ? errors[0][0] : null;
};

/** The things (Reddit's word for its objects) of a listing. */
export const children = (answer: { body: Json }): Json[] => {
  const found = isJson(answer.body['data']) ? answer.body['data']['children'] : [];
  return Array.isArray(found)
    ? found.map((each: unknown) => (isJson(each) && isJson(each['data']) ? each['data'] : {}))
    : [];
};
