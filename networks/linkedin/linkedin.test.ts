import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { mp4 } from '../../sandbox/testing.ts';
import type { Account, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';
import type { Canned } from '../testing-answers.ts';
import { joined } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { linkedin } from './linkedin.ts';
import { aStage } from './testing.ts';

const emma = 'sUnRiSe001';
const { sandbox, http, stage } = await onSandbox(aStage);

const anAccount = (persona = emma) => joined(stage.network.consent, persona);
const publish = async (content: PostContent, account?: Account): Promise<Outcome> => stage.network.publish(content, account ?? await anAccount(), aContext());
const aFilm = (more = '', sizeBytes = 100_000): Buffer => Buffer.concat([mp4(), Buffer.alloc(sizeBytes, 3), Buffer.from(more)]);
const aVideo = (bytes = aFilm(), given: Partial<PostContent> = {}) => aContent({ type: 'video', media: { ...aMedia('video', { bytes }), durationMs: 4000 }, ...given });
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('a text goes out whole, every sign of it, and its address opens it', async () => {
  const text = 'Rolls (fresh) | 2*3 = 6 <now> {here} [there] me@bakery.example _so_ ~9 C:\\ovens #bread';
  const outcome = await publish(aContent({ title: 'Sourdough', text }));
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  const [post, ...others] = await stage.feed();
  assert.deepEqual([others.length, post?.text], [0, `Sourdough\n\n${text}`]);
  assert.match(outcome.postId, /^urn:li:(share|ugcPost):\d+$/);
  assert.match(String(outcome.postUrl), /\/feed\/update\/urn:li:(share|ugcPost):\d+\/$/);
  assert.equal((await fetch(String(outcome.postUrl))).status, 200);
});

test('a picture and a video of several pieces go out with their very bytes', async () => {
  assert.equal((await publish(aContent({ type: 'image', media: aMedia('image') }))).kind, 'published');
  const film = aFilm('', 9_000_000);
  const outcome = await publish(aVideo(film, { text: 'In three pieces' }));
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  const [second, first] = await stage.feed();
  assert.equal(first?.media[0]?.sha256, sha(aPng()));
  assert.equal(second?.media[0]?.sha256, sha(film));
});

test('a long text is cut to 3,000 signs before it is escaped', async () => {
  assert.equal((await publish(aContent({ text: '(bread) '.repeat(600) }))).kind, 'published');
  const [post] = await stage.feed();
  assert.ok(post && post.text.length <= 3000 && post.text.length > 2985 && post.text.endsWith('(bread)…'), `${post?.text.length}`);
});

test('what LinkedIn never takes is rejected before the fence', async () => {
  const account = await anAccount();
  for (const content of [aContent({ title: ' ', text: '' }), aVideo(mp4()), aContent({ type: 'video', media: { ...aMedia('video', { bytes: aFilm() }), durationMs: 1500 } })]) {
    const context = aContext();
    assert.equal((await stage.network.publish(content, account, context)).kind, 'rejected');
    assert.equal(context.fences.length, 0);
  }
});

test('a refused fence passes through and nothing is posted', async () => {
  const gone = new Error('lease gone');
  await assert.rejects(stage.network.publish(aContent(), await anAccount(), aContext({ refuseFence: gone })), gone);
  assert.equal((await stage.feed()).length, 0);
});

for (const { text, outcome, posts } of [
  { text: 'sandbox-rate-limit-7', outcome: { kind: 'rateLimited', scope: 'account' }, posts: 0 },
  { text: 'sandbox-revoked', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-expired', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-forbidden', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-duplicate', outcome: { kind: 'rejected' }, posts: 0 },
  { text: 'sandbox-error-500', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-500', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-before', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-cut-after', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-html-200', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-html', outcome: { kind: 'unknown' }, posts: 1 },
] as const) {
  test(`${text} comes out as ${outcome.kind}`, async () => {
    const account = await anAccount();
    const got = await publish(aContent({ text }), account);
    assert.partialDeepStrictEqual(got, outcome);
    assert.equal((await stage.feed()).length, posts);
    if (got.kind === 'rateLimited') assert.ok(got.retryAfterSeconds > 0 && got.retryAfterSeconds <= 86_400, 'until midnight UTC, as no header says when');
    assert.ok(!JSON.stringify(got).includes(account.credentials['accessToken'] ?? '?'), 'no outcome shows the token');
  });
}

test('a twin is not ours where every earlier try was refused', async () => {
  const account = await anAccount();
  const content = aContent({ text: 'Fresh rolls' });
  const context = aContext();
  await stage.control('faults', { network: 'linkedin', operation: 'create', kind: 'rate-limit' });
  assert.equal((await stage.network.publish(content, account, context)).kind, 'rateLimited');
  await publish(content, account);
  assert.equal((await stage.network.publish(content, account, aContext({ remembered: context.remembered }))).kind, 'rejected');
});

test('the same text twice is refused in words, and is nobody’s proof', async () => {
  const account = await anAccount();
  await publish(aContent({ text: 'Once' }), account);
  const again = await publish(aContent({ text: 'Once' }), account);
  assert.match('message' in again ? again.message : again.kind, /second time/);
  assert.equal((await stage.feed()).length, 1);
});

test('what a member has posted can be read by nobody, so nothing is concluded from looking', () => {
  assert.equal(stage.network.find, undefined);
});

for (const type of ['text', 'image', 'video'] as const) {
  test(`a lost ${type} post that a person publishes again is proved by the refusal of its twin, and is there once`, async () => {
    const account = await anAccount();
    await stage.control('faults', { network: 'linkedin', operation: 'create', kind: 'cut', after: 'commit' });
    const content = type === 'video' ? aVideo() : aContent({ type, media: type === 'text' ? null : aMedia('image') });
    const context = aContext();
    assert.equal((await stage.network.publish(content, account, context)).kind, 'unknown');
    const again = await stage.network.publish(content, account, aContext({ remembered: context.remembered }));
    const posts = await stage.feed();
    assert.deepEqual([again.kind, posts.length], ['published', 1], JSON.stringify(again));
    assert.equal('postId' in again && again.postId, posts[0]?.id);
  });
}

test('a twin that is older than our first send is somebody else’s', async () => {
  const account = await anAccount();
  await publish(aContent({ text: 'Last round' }), account);
  sandbox.clock.aheadMs += 3_600_000;
  const now = new Date(Date.now() + sandbox.clock.aheadMs).toISOString();
  const outcome = await stage.network.publish(aContent({ text: 'Last round' }), account, aContext({ remembered: { firstSentAt: now } }));
  assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
});

test('LinkedIn works on a video, and the post waits for it', async () => {
  assert.equal((await publish(aVideo(aFilm('sandbox-processing-8')))).kind, 'published');
  assert.ok(stage.waits.reduce((sum, each) => sum + each, 0) >= 8, stage.waits.join());
});

test('a video LinkedIn cannot use is rejected with its reason', async () => {
  const context = aContext();
  const outcome = await stage.network.publish(aVideo(aFilm('sandbox-processing-fails')), await anAccount(), context);
  assert.match('message' in outcome ? outcome.message : outcome.kind, /could not use the video: \S/);
  assert.deepEqual([context.fences.length, context.remembered['mediaUrn']], [0, '']);
});

test('a video that takes too long is looked at again by the next try, without another upload', async () => {
  const account = await anAccount();
  const content = aVideo(aFilm('sandbox-processing-500'));
  const context = aContext();
  assert.equal((await stage.network.publish(content, account, context)).kind, 'unreachable');
  sandbox.clock.aheadMs += 600_000;
  const unread = { ...content, media: { ...aMedia('video', { bytes: aFilm() }), durationMs: 4000, open: () => Promise.reject(new Error('the file was sent already')) } };
  assert.equal((await stage.network.publish(unread, account, aContext({ remembered: context.remembered }))).kind, 'published');
});

/** LinkedIn of the sandbox behind a door at which files come to these answers first; keeps whether each came with a token. */
async function behindDoor(t: TestContext, answers: Canned[]) {
  const tokens: boolean[] = [];
  const door = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const path = request.url ?? '';
      const isFile = path.startsWith('/dms-uploads/');
      if (isFile) tokens.push(request.headers.authorization === `Bearer ${account.credentials['accessToken']}`);
      const refusal = isFile ? answers.shift() : undefined;
      if (refusal !== undefined) {
        response.writeHead(refusal.status, refusal.headers).end(typeof refusal.body === 'string' ? refusal.body : JSON.stringify(refusal.body));
        return;
      }
      const headers = new Headers(Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' && name !== 'host' ? [[name, value]] : [])));
      const answer = await fetch(sandbox.linkedinApiUrl + path, { method: request.method ?? 'GET', headers, ...(body.byteLength > 0 ? { body: new Uint8Array(body) } : {}) });
      const text = (await answer.text()).replaceAll(`${sandbox.linkedinApiUrl}/dms-uploads`, `${here}/dms-uploads`);
      response.writeHead(answer.status, Object.fromEntries([...answer.headers].filter(([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name)))).end(text);
    })();
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  t.after(() => {
    door.close();
    door.closeAllConnections();
  });
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const here = `http://127.0.0.1:${address.port}`;
  const account = await anAccount();
  const wait = async (seconds: number): Promise<void> => { sandbox.clock.aheadMs += seconds * 1000; };
  const network = linkedin({ http, version: sandbox.linkedinVersion, apiUrl: here, authUrl: sandbox.linkedinAuthUrl, tokenUrl: sandbox.linkedinTokenUrl, wait });
  return { tokens, account, network };
}

for (const type of ['image', 'video'] as const) {
  const content = (): PostContent => (type === 'video' ? aVideo() : aContent({ type, media: aMedia('image') }));
  test(`the file of a ${type} carries the token from the first request`, async (t) => {
    const { tokens, account, network } = await behindDoor(t, []);
    assert.equal((await network.publish(content(), account, aContext())).kind, 'published');
    assert.deepEqual(tokens, [true]);
  });

  for (const [form, refusal] of [
    ['words of the API', { status: 401, body: { status: 401, message: 'Invalid access token' } }],
    ['a word', { status: 400, body: 'Only one auth mechanism allowed' }],
    ['a page', { status: 403, body: '<h1>Forbidden</h1>' }],
    ['a way to the log-in', { status: 302, body: '', headers: { location: 'https://www.linkedin.com/login' } }],
  ] as const) {
    test(`the file of a ${type} that is refused with ${form} goes once more without the token, and so from then on`, async (t) => {
      const { tokens, account, network } = await behindDoor(t, [refusal]);
      const context = aContext();
      assert.equal((await network.publish(content(), account, context)).kind, 'published');
      assert.deepEqual(tokens, [true, false]);
      tokens.length = 0;
      const next = aContext({ remembered: { uploadToken: context.remembered['uploadToken'] ?? '' } });
      assert.equal((await network.publish({ ...content(), text: 'Another' }, account, next)).kind, 'published');
      assert.deepEqual(tokens, [false]);
    });
  }

  test(`the file of a ${type} that is refused both ways is tried later, and disconnects nobody`, async (t) => {
    const { tokens, account, network } = await behindDoor(t, [{ status: 401, body: 'Unauthorized' }, { status: 401, body: { message: 'Unauthorized' } }]);
    const context = aContext();
    assert.equal((await network.publish(content(), account, context)).kind, 'unreachable');
    assert.deepEqual([tokens, context.fences.length, context.remembered['uploadToken']], [[true, false], 0, undefined]);
  });
}

test('a file goes to LinkedIn’s own hosts only', async () => {
  const account = await anAccount();
  const elsewhere = linkedin({
    http, version: sandbox.linkedinVersion, apiUrl: sandbox.linkedinApiUrl.replace('127.0.0.1', 'localhost'), authUrl: sandbox.linkedinAuthUrl, tokenUrl: sandbox.linkedinTokenUrl,
  });
  const outcome = await elsewhere.publish(aContent({ type: 'image', media: aMedia('image') }), account, aContext());
  assert.match('message' in outcome ? outcome.message : outcome.kind, /which is not its own/);
  assert.equal((await stage.feed()).length, 0);
});

test('a version that LinkedIn has switched off is no dead connection', async () => {
  const account = await anAccount();
  sandbox.clock.aheadMs = 330 * 86_400_000;
  const outcome = await publish(aContent(), account);
  assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
  assert.match('message' in outcome ? outcome.message : '', /must set LINKEDIN_API_VERSION to a newer one/);
});

test('a restricted member is told that they may not post', async () => {
  const outcome = await publish(aContent(), await anAccount('rEsTrIc004'));
  assert.ok(outcome.kind === 'unauthorized' || outcome.kind === 'rejected', JSON.stringify(outcome));
});

test('figures are open to partners only, so none are told', () => {
  assert.equal(stage.network.engagement, undefined);
});
