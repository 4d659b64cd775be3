import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, test } from 'vitest';
import { openHttp } from '#outbound/request.ts';
import { appAuth, askTokens, challengeOf } from './oauth.ts';

const http = openHttp({ allowPrivateHosts: [] });
let answer = { status: 200, body: '', headers: {} };
let asked = '';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    asked = body;
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
  });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await http.close();
  server.close();
});

async function ask(status: number, body: unknown, headers: Record<string, string> = {}) {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body), headers };
  const address = server.address();
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/token`);
  return askTokens({
    http,
    name: 'Somewhere',
    url,
    fields: { grant_type: 'refresh_token', refresh_token: 'a b+c' },
    signal: new AbortController().signal,
    now: new Date(0),
  });
}

test('tokens are returned with their expiry and their scopes', async () => {
  assert.deepEqual(
    await ask(200, { access_token: 'a', refresh_token: 'r', expires_in: '7200', scope: 'read,write more' }),
    {
      kind: 'tokens',
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: new Date(7_200_000),
      scopes: ['read', 'write', 'more'],
    },
  );
  assert.equal(asked, 'grant_type=refresh_token&refresh_token=a+b%2Bc');
  assert.partialDeepStrictEqual(await ask(200, { access_token: 'a' }), {
    refreshToken: null,
    expiresAt: null,
    scopes: null,
  });
});

for (const { why, status, body, headers, want } of [
  {
    why: 'the network’s own refusal',
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Token has been revoked.' },
    want: { kind: 'refused', error: 'invalid_grant', message: 'Somewhere: Token has been revoked.' },
  },
  {
    why: 'a refusal without a description',
    status: 401,
    body: { error: 'invalid_client' },
    want: { kind: 'refused', message: 'Somewhere: invalid_client' },
  },
  {
    why: 'too many requests',
    status: 429,
    body: {},
    headers: { 'retry-after': '17' },
    want: { kind: 'rateLimited', retryAfterSeconds: 17 },
  },
  { why: 'a server error', status: 500, body: { error: 'server_error' }, want: { kind: 'unreachable' } },
  { why: 'a firewall’s page', status: 200, body: '<h1>Checking your browser</h1>', want: { kind: 'unreachable' } },
  { why: 'a firewall’s refusal', status: 403, body: '<h1>Forbidden</h1>', want: { kind: 'unreachable' } },
]) {
  test(`${why} gives ${want.kind}`, async () => {
    assert.partialDeepStrictEqual(await ask(status, body, headers), want);
  });
}

for (const { clientId, clientSecret, header } of [
  // The example of X's page on confidential clients and RFC 7617, 2.1.
  { clientId: 'Aladdin', clientSecret: 'open sesame', header: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' },
  { clientId: 'test', clientSecret: '123£', header: 'Basic dGVzdDoxMjPCow==' },
  { clientId: 'id', clientSecret: 'a+b/c=%20:d', header: `Basic ${btoa('id:a+b/c=%20:d')}` },
]) {
  test(`the id ${clientId} and the secret ${clientSecret} are sent unencoded`, () =>
    assert.equal(appAuth({ clientId, clientSecret }), header));
}

test('a challenge is computed from its verifier as the standard says', () => {
  // RFC 7636, appendix B.
  assert.equal(
    challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});
