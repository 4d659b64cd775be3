import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'vitest';
import type { Context } from '../context.ts';
import { Faults } from '../faults/faults.ts';
import { Windows } from '../faults/windows.ts';
import { MediaStore } from '../media/store.ts';
import { StripeDeliveries } from '../stripe/deliveries.ts';
import { Journal } from '../state/journal.ts';
import { State } from '../state/state.ts';
import { aSandbox, ask, posted } from '../testing.ts';
import { basicApp, findApp } from './apps.ts';
import { consent, type Visit } from './consent.ts';
import {
  endTokens,
  issueAccess,
  issueCode,
  judge,
  redeemCode,
  renew,
  type Granted,
  type Policy,
  type Refusal,
} from './tokens.ts';

const policy: Policy = {
  network: 'twitter',
  codeSeconds: 30,
  accessSeconds: 7200,
  refreshSeconds: null,
  refresh: 'rotated',
};
const allowed = {
  clientId: 'sandbox-app',
  persona: 'sunrise',
  scopes: ['read', 'write'],
  redirectUri: 'http://localhost/back',
};

function aContext() {
  const clock = { aheadMs: 0 };
  const context: Context = {
    state: new State([], new Journal()),
    media: new MediaStore(''),
    faults: new Faults(),
    windows: new Windows(),
    sockets: new Set(),
    stripe: new StripeDeliveries(),
    clock,
    publicUrl: '',
    ownUrl: '',
    now: () => new Date(1_000_000 + clock.aheadMs),
  };
  const redeem = async (
    code: string,
    other: Partial<{ clientId: string; redirectUri: string; verifier: string }> = {},
  ) =>
    redeemCode(context, policy, {
      code,
      clientId: 'sandbox-app',
      redirectUri: allowed.redirectUri,
      verifier: '',
      ...other,
    });
  return { context, clock, redeem };
}

function granted(answer: Granted | Refusal): Granted {
  if (typeof answer === 'string') assert.fail(answer);
  return answer;
}

test('a code gives tokens once; its second use revokes them', async () => {
  const { context, redeem } = aContext();
  const code = await issueCode(context, policy, allowed);
  const { access, refresh, expiresInSeconds } = granted(await redeem(code));
  assert.deepEqual(
    [judge(context, 'twitter', access).kind, typeof refresh, expiresInSeconds],
    ['valid', 'string', 7200],
  );
  assert.equal(judge(context, 'reddit', access).kind, 'unknown');
  assert.equal(await redeem(code), 'used');
  assert.equal(judge(context, 'twitter', access).kind, 'revoked');
});

test('a code is bound to its app, its redirect address, its challenge and its seconds', async () => {
  const { context, clock, redeem } = aContext();
  const text = createHash('sha256').update('a-secret').digest('base64url');
  const code = await issueCode(context, policy, { ...allowed, challenge: { text, method: 'S256' } });
  assert.equal(await redeem(code, { clientId: 'other' }), 'wrong-client');
  assert.equal(await redeem(code, { redirectUri: 'http://localhost/other' }), 'wrong-redirect');
  assert.equal(await redeem(code, { verifier: 'wrong' }), 'wrong-verifier');
  clock.aheadMs = 31_000;
  assert.equal(await redeem(code, { verifier: 'a-secret' }), 'expired');
  clock.aheadMs = 0;
  granted(await redeem(code, { verifier: 'a-secret' }));
});

test('access expires, and a refresh renews it and rotates the token', async () => {
  const { context, clock, redeem } = aContext();
  const first = granted(await redeem(await issueCode(context, policy, allowed)));
  clock.aheadMs = 7_200_000;
  assert.equal(judge(context, 'twitter', first.access).kind, 'expired');
  const second = granted(await renew(context, policy, { refresh: first.refresh ?? '', clientId: 'sandbox-app' }));
  assert.equal(judge(context, 'twitter', second.access).kind, 'valid');
  assert.notEqual(second.refresh, first.refresh);
  assert.equal(await renew(context, policy, { refresh: first.refresh ?? '', clientId: 'sandbox-app' }), 'used');
});

test('a refresh token can stay the same, and without offline access there is none', async () => {
  const { context, redeem } = aContext();
  const kept: Policy = { ...policy, refresh: 'kept' };
  const first = granted(await redeem(await issueCode(context, policy, allowed)));
  assert.equal(
    granted(await renew(context, kept, { refresh: first.refresh ?? '', clientId: 'sandbox-app' })).refresh,
    first.refresh,
  );
  assert.equal(granted(await redeem(await issueCode(context, policy, { ...allowed, offline: false }))).refresh, null);
});

test('tokens of a persona can be ended early: expired ones renew, revoked ones do not', async () => {
  const { context, redeem } = aContext();
  const { access, refresh } = granted(await redeem(await issueCode(context, policy, allowed)));
  const app = await issueAccess(context, policy, { allowed: { ...allowed, persona: '' } });
  await endTokens(context, { network: 'twitter', persona: 'sunrise', does: 'expire' });
  assert.deepEqual([judge(context, 'twitter', access).kind, judge(context, 'twitter', app).kind], ['expired', 'valid']);
  const next = granted(await renew(context, policy, { refresh: refresh ?? '', clientId: 'sandbox-app' }));
  await endTokens(context, { network: 'twitter', persona: 'sunrise', does: 'revoke' });
  assert.equal(await renew(context, policy, { refresh: next.refresh ?? '', clientId: 'sandbox-app' }), 'revoked');
});

test('an app authenticates with its secret', () => {
  const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  assert.equal(basicApp('reddit', header('sandbox-app:sandbox-secret'))?.name, 'AgencyReel');
  assert.equal(basicApp('reddit', header('sandbox-app:wrong')), undefined);
  assert.equal(findApp('reddit', 'sunrise-films-app'), undefined);
  assert.equal(findApp('vimeo', 'sunrise-films-app')?.name, 'Sunrise Films');
});

test('an id and a secret are compared literally, without decoding', () => {
  const basic = (secret: string) =>
    basicApp('vimeo', `Basic ${Buffer.from(`sandbox-signs:${secret}`).toString('base64')}`)?.name;
  assert.equal(basic('a+b/c=%20d:é'), 'Signs in its secret');
  assert.equal(basic(encodeURIComponent('a+b/c=%20d:é')), undefined);
});

function aVisit(given: Partial<Visit> = {}): Visit {
  return {
    network: 'reddit',
    networkName: 'Reddit',
    prefix: '/reddit',
    appName: 'AgencyReel <b>',
    scopes: ['identity', 'submit'],
    redirectUri: 'http://localhost/back?kept=1',
    state: 'a b',
    personas: [
      { id: 'p1', name: 'Sunrise', handle: 'u/sunrise' },
      { id: 'p2', name: 'Harbor', handle: 'u/harbor', note: 'banned' },
    ],
    allow: async (persona, scopes) => ({ code: `${persona.id}:${scopes.join('+')}` }),
    deny: { error: 'access_denied' },
    ...given,
  };
}
const call = (method: string, body = '') => ({
  method,
  path: '/api/v1/authorize',
  query: new URLSearchParams(),
  headers: {},
  body: Buffer.from(body),
});

test('the consent page says that it is a sandbox, escapes names and contains no script', async () => {
  const page = await consent(call('GET'), aVisit());
  assert.match(String(page.body), /Sandbox: this is a stand-in/);
  assert.match(String(page.body), /AgencyReel &lt;b&gt;/);
  assert.match(String(page.body), /href="\.\.\/\.\.\/\.\.\/consent\.css"/);
  assert.doesNotMatch(String(page.body), /<script/);
});

test('Allow redirects with the network’s values and the state, Cancel with the refusal', async () => {
  const location = async (body: string, visit = aVisit()) =>
    (await consent(call('POST', body), visit)).headers['location'];
  assert.equal(
    await location('decision=allow&persona=p2'),
    'http://localhost/back?kept=1&code=p2%3Aidentity%2Bsubmit&state=a+b',
  );
  assert.equal(
    await location('decision=allow&persona=p1&scope=submit', aVisit({ mayUntick: true })),
    'http://localhost/back?kept=1&code=p1%3Asubmit&state=a+b',
  );
  assert.equal(
    await location('decision=cancel&persona=p1'),
    'http://localhost/back?kept=1&error=access_denied&state=a+b',
  );
  assert.equal(await location('decision=allow&persona=nobody'), undefined);
});

async function steered(t: TestContext, path: string, body: unknown) {
  const sandbox = await aSandbox(t);
  return { sandbox, answer: await ask(`${sandbox.controlUrl}/${path}`, posted(body)) };
}

test('control calls move the clock and end tokens', async (t) => {
  const { sandbox, answer } = await steered(t, 'clock', { aheadSeconds: 3600 });
  assert.ok(Date.parse(String(answer.body['now'])) > Date.now() + 3_590_000);
  assert.equal(
    (await ask(`${sandbox.controlUrl}/tokens`, posted({ network: 'reddit', does: 'revoke' }))).body['ended'],
    0,
  );
  assert.equal((await ask(`${sandbox.controlUrl}/tokens`, posted({ network: 'reddit', does: 'burn' }))).status, 400);
  await ask(`${sandbox.controlUrl}/reset`, posted({}));
  assert.equal(sandbox.clock.aheadMs, 0);
});
