import assert from 'node:assert/strict';
import type { TestContext } from 'vitest';
import { isJson, text, type Json } from '../json.ts';
import type { Sandbox } from '../start.ts';
import { aSandbox, ask } from '../testing.ts';

const scope = 'https://www.googleapis.com/auth/youtube';
const redirect = 'http://localhost/back';

/** The redirect's query after a person's consent. */
export async function aConsent(
  sandbox: Sandbox,
  {
    who = 'yt-sunrise',
    decision = 'allow',
    more = { access_type: 'offline', prompt: 'consent' },
  }: { who?: string; decision?: string; more?: Record<string, string> } = {},
): Promise<URLSearchParams> {
  const query = new URLSearchParams({
    client_id: 'sandbox-app',
    redirect_uri: redirect,
    state: 'st4te',
    scope,
    response_type: 'code',
    ...more,
  });
  const answer = await fetch(`${sandbox.googleAuthUrl}?${query.toString()}`, {
    method: 'POST',
    body: new URLSearchParams({ persona: who, decision, scope }),
    redirect: 'manual',
  });
  assert.equal(answer.status, 303, await answer.text());
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

/** The answer of Google's token endpoint to a form. */
export function askToken(sandbox: Sandbox, form: Record<string, string>) {
  return ask(sandbox.googleTokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'sandbox-app',
      client_secret: 'sandbox-secret',
      redirect_uri: redirect,
      grant_type: 'authorization_code',
      ...form,
    }),
  });
}

/** A channel with its tokens and functions to upload to it and to read it. */
export async function aChannel(t: TestContext, who = 'yt-sunrise') {
  const sandbox = await aSandbox(t);
  const granted = await askToken(sandbox, { code: (await aConsent(sandbox, { who })).get('code') ?? '' });
  const token = text(granted.body['access_token']);
  const authorization = `Bearer ${token}`;
  const get = (path: string, query: Record<string, string>, bearer = authorization) =>
    ask(`${sandbox.youtubeApiUrl}/${path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization: bearer },
    });
  const open = (video: Json, sizeBytes: number, headers: Record<string, string> = {}) =>
    ask(`${sandbox.youtubeUploadUrl}/videos?uploadType=resumable&part=snippet,status`, {
      method: 'POST',
      body: JSON.stringify(video),
      headers: {
        authorization,
        'content-type': 'application/json; charset=UTF-8',
        'x-upload-content-length': String(sizeBytes),
        'x-upload-content-type': 'video/mp4',
        ...headers,
      },
    });
  const put = (session: string, bytes: Buffer, range?: string) =>
    ask(session, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'video/mp4', ...(range ? { 'content-range': range } : {}) },
    });
  const probe = (session: string, total: number) =>
    ask(session, { method: 'PUT', headers: { 'content-range': `bytes */${total}` } });
  const upload = async (video: Json, bytes: Buffer) =>
    put((await open(video, bytes.length)).headers.get('location') ?? '', bytes);
  return {
    sandbox,
    token,
    refresh: text(granted.body['refresh_token']),
    get,
    open,
    put,
    probe,
    upload,
    posts: () => [...sandbox.state.posts.values()],
  };
}

/** A video resource with a title. */
export function aVideo(title: string, description = 'From the oven'): Json {
  return {
    snippet: { title, description, categoryId: '22' },
    status: { privacyStatus: 'public', selfDeclaredMadeForKids: false },
  };
}

/** The first of an answer's items. */
export function first(body: Json): Json {
  const items = body['items'];
  return Array.isArray(items) && isJson(items[0]) ? items[0] : {};
}

/** The reason of a refusal. */
export function reason(body: Json): string {
  const error = isJson(body['error']) ? body['error'] : {};
  const errors: unknown[] = Array.isArray(error['errors']) ? error['errors'] : [];
  const [one] = errors;
  return isJson(one) ? text(one['reason']) : '';
}
