import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { aSandbox, ask, keys, posted } from '../testing.ts';
import type { Sandbox } from '../start.ts';
import { Faults } from './faults.ts';
import { json } from '../http/reply.ts';
import { sentinelIn, sentinels } from './sentinels.ts';

type Answer = { status: number; text: string; headers?: Headers; created: number };
type Network = 'telegram' | 'wordpress' | 'medium';

const ways: Record<Network, (sandbox: Sandbox, text: string) => [string, RequestInit]> = {
  telegram: (sandbox, text) => [
    `${sandbox.telegramApiUrl}/bot${keys.sunrise}/sendMessage`,
    posted({ chat_id: '@sunrise_bakery', text }),
  ],
  wordpress: (sandbox, text) => [
    `${sandbox.wordpressUrl}/sunrise-blog/wp-json/wp/v2/posts`,
    posted({ title: 'T', content: text, status: 'draft' }, { authorization: keys.editor }),
  ],
  medium: (sandbox, text) => [
    `${sandbox.mediumApiUrl}/v1/users/15303d74c64f66366f00cb9b2a94f3251bf5sunrise/posts`,
    posted({ title: 'T', contentFormat: 'html', content: text }, { authorization: `Bearer ${keys.medium}` }),
  ],
};

async function publish(t: TestContext, network: Network, text: string): Promise<Answer> {
  const sandbox = await aSandbox(t);
  try {
    const { status, text: body, headers } = await ask(...ways[network](sandbox, text));
    return { status, text: body, headers, created: sandbox.state.posts.size };
  } catch {
    // fetch throws when the connection is dropped, before or within the answer: status 0 represents that.
    return { status: 0, text: '', created: sandbox.state.posts.size };
  }
}

const cases: [text: string, networks: Network[], status: number, created: number, body: RegExp][] = [
  ['sandbox-error-500', ['telegram', 'wordpress', 'medium'], 500, 0, /./],
  ['sandbox-created-500', ['telegram', 'wordpress', 'medium'], 500, 1, /./],
  ['sandbox-cut-before', ['telegram', 'wordpress', 'medium'], 0, 0, /^$/],
  ['sandbox-cut-after', ['telegram', 'wordpress', 'medium'], 0, 1, /^$/],
  ['sandbox-cut-half', ['telegram', 'wordpress', 'medium'], 0, 1, /^$/],
  ['sandbox-html-200', ['telegram', 'wordpress', 'medium'], 200, 0, /<h1>Checking/],
  ['sandbox-created-html', ['telegram', 'wordpress', 'medium'], 200, 1, /<h1>Checking/],
  ['sandbox-rate-limit-7', ['telegram'], 429, 0, /"retry_after":7/],
  ['sandbox-rate-limit-7', ['wordpress', 'medium'], 429, 0, /Too Many Requests/],
  ['sandbox-unavailable-9', ['wordpress', 'medium'], 503, 0, /Service Unavailable/],
  ['sandbox-revoked', ['telegram'], 401, 0, /"Unauthorized"/],
  ['sandbox-revoked', ['wordpress'], 401, 0, /incorrect_password/],
  ['sandbox-revoked', ['medium'], 401, 0, /"code":6003/],
  ['sandbox-forbidden', ['wordpress'], 403, 0, /rest_cannot_create/],
  ['sandbox-forbidden', ['medium'], 403, 0, /permission/],
  ['sandbox-kicked', ['telegram'], 403, 0, /bot was kicked from the channel chat/],
  ['sandbox-chat-not-found', ['telegram'], 400, 0, /chat not found/],
  ['sandbox-migrate', ['telegram'], 400, 0, /"migrate_to_chat_id":-1008/],
  ['sandbox-caption-too-long', ['telegram'], 400, 0, /message is too long/],
  ['sandbox-parse-error', ['telegram'], 400, 0, /can't parse entities/],
  ['sandbox-bad-photo', ['telegram'], 400, 0, /PHOTO_INVALID_DIMENSIONS/],
  ['sandbox-noise', ['wordpress'], 200, 1, /<br \/>\n\{"id":.*\n<!-- Cached/],
  ['sandbox-message-id-0', ['telegram'], 200, 1, /"message_id":0/],
];
for (const [text, networks, status, created, body] of cases) {
  for (const network of networks) {
    test(`${text} on ${network} gets ${status || 'no answer'} and makes ${created} post`, async (t) => {
      const answer = await publish(t, network, `Morning news, ${text}.`);
      assert.deepEqual([answer.status, answer.created], [status, created]);
      assert.match(answer.text, body);
    });
  }
}

test('every sentinel of the list has a case', () => {
  const told = new Set([
    ...cases.map(([text]) => text.replace(/-[79]$/, '-5')),
    'sandbox-slow-20',
    'sandbox-gzip',
    'sandbox-publish-cut-after',
    'sandbox-publish-error-500',
    'sandbox-media-created-500',
    'sandbox-expired',
    'sandbox-duplicate',
    'sandbox-processing-fails',
    'sandbox-processing-5',
    'sandbox-processing-cut',
    'sandbox-processing-silent',
    'sandbox-blocked',
    'sandbox-unlisted',
    'sandbox-unseen-5',
    'sandbox-app-refused',
  ]);
  assert.deepEqual(
    sentinels.map((each) => each.text).filter((text) => !told.has(text)),
    [],
  );
});

test('a compressed answer has the matching header', async (t) => {
  const answer = await publish(t, 'telegram', 'sandbox-gzip');
  assert.equal(answer.headers?.get('content-encoding'), 'gzip');
  assert.match(answer.text, /"ok":true/);
});

test('a slow answer comes after its seconds, but the post is made at once', async (t) => {
  const sandbox = await aSandbox(t);
  const began = performance.now();
  await ask(...ways.telegram(sandbox, 'sandbox-slow-1'));
  assert.ok(performance.now() - began >= 990);
});

test('a rate limit ends when its seconds are over', async () => {
  let now = 0;
  const faults = new Faults(() => now);
  const action = { network: 'telegram', operation: 'create', account: '1', text: 'sandbox-rate-limit-5' } as const;
  const status = async () =>
    (
      await faults.around(
        action,
        () => undefined,
        async () => json(200, {}),
      )
    ).status;
  assert.equal(await status(), 429);
  now = 4000;
  assert.equal(await status(), 429);
  now = 5000;
  assert.equal(await status(), 200);
});

test('an expiry typed into a text affects the first token it meets, not the renewed one', async () => {
  const faults = new Faults();
  const action = { network: 'youtube', operation: 'create', account: '1', text: 'sandbox-expired' } as const;
  assert.equal(faults.take({ ...action, token: 'first' })?.kind, 'expired');
  assert.equal(faults.take({ ...action, token: 'second' }), undefined);
  assert.equal(faults.take({ ...action, token: 'first' })?.kind, 'expired');
});

test('a number at the end of a sentinel without a wait counts how often it happens', async (t) => {
  const sandbox = await aSandbox(t);
  const [url, init] = ways.telegram(sandbox, 'sandbox-error-500-1');
  assert.equal((await ask(url, init)).status, 500);
  assert.equal((await ask(url, init)).status, 200);
});

test('a sentinel works only on the networks and operations that have its fault', () => {
  assert.equal(sentinelIn('x sandbox-kicked', 'medium', 'create'), undefined);
  assert.equal(sentinelIn('sandbox-publish-cut-after', 'wordpress', 'create'), undefined);
  assert.equal(sentinelIn('sandbox-publish-cut-after', 'wordpress', 'publish')?.fault.kind, 'cut');
  assert.equal(sentinelIn('my sandbox is nice', 'telegram', 'create'), undefined);
  assert.equal(sentinelIn('sandbox-rate-limit', 'telegram', 'create')?.fault.seconds, 5);
});

test('a migrated chat accepts the post whose sentinel moved it', async (t) => {
  const sandbox = await aSandbox(t);
  const [url, init] = ways.telegram(sandbox, 'sandbox-migrate');
  const moved = /"migrate_to_chat_id":(-\d+)/.exec((await ask(url, init)).text)?.[1];
  const again = await ask(url, posted({ chat_id: Number(moved), text: 'sandbox-migrate' }));
  assert.equal(again.status, 200);
});

test('an armed fault affects its network, operation and account as often as it says', async (t) => {
  const sandbox = await aSandbox(t);
  await ask(
    `${sandbox.controlUrl}/faults`,
    posted({
      network: 'telegram',
      operation: 'create',
      kind: 'rate-limit',
      seconds: 3,
      times: 1,
      account: '-1001000000001',
    }),
  );
  const [url, init] = ways.telegram(sandbox, 'plain');
  assert.equal((await ask(...ways.medium(sandbox, 'plain'))).status, 201);
  assert.equal((await ask(url, init)).status, 429);
  assert.equal((await ask(url, init)).status, 200);
});

test('an armed cut after commit leaves the post behind', async (t) => {
  const sandbox = await aSandbox(t);
  await ask(
    `${sandbox.controlUrl}/faults`,
    posted({ network: 'wordpress', operation: 'create', kind: 'cut', after: 'commit' }),
  );
  await assert.rejects(ask(...ways.wordpress(sandbox, 'plain')));
  assert.equal(sandbox.state.posts.size, 1);
});
