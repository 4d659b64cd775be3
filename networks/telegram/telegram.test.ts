import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { openNetworks, type OpenNetworks } from '../index.ts';
import type { Account, TypedNetwork, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia, anMp4, aPng } from '../testing.ts';
import { postUrlOf, typedChatOf } from './chat.ts';

const bakery = { bot_token: '7100000001:AAsunriseBakerySandboxKey0000000001', chat_id: '@sunrise_bakery' };
const signal = new AbortController().signal;
let sandbox: Sandbox;
let opened: OpenNetworks;
let telegram: TypedNetwork;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  opened = openNetworks({ telegramApiUrl: sandbox.telegramApiUrl, telegramWebUrl: sandbox.telegramWebUrl });
  assert.ok(opened.networks.telegram);
  telegram = opened.networks.telegram;
});
afterAll(async () => {
  await opened.close();
  await sandbox.stop();
});
beforeEach(() => fetch(`${sandbox.controlUrl}/reset`, { method: 'POST' }));

async function anAccount(input: Readonly<Record<string, string>> = bakery): Promise<Account> {
  const connected = await telegram.connect(input, { signal });
  assert.ok(connected.kind === 'connected', JSON.stringify(connected));
  return connected.account;
}

const feedShape = z.object({
  posts: z.array(
    z.object({
      id: z.coerce.string(),
      url: z.string().nullish(),
      text: z.string(),
      account: z.string(),
      tags: z.array(z.string()),
      media: z.array(z.object({ sha256: z.string() })).default([]),
    }),
  ),
});
async function feed() {
  const answer = await fetch(`${sandbox.controlUrl}/feeds?network=telegram&limit=20`);
  return feedShape.parse(await answer.json()).posts;
}
async function publish(content: PostContent, account?: Account): Promise<Outcome> {
  return telegram.publish(content, account ?? (await anAccount()), aContext());
}

test('connecting verifies the bot, the chat and the right to post', async () => {
  const account = await anAccount();
  assert.equal(account.username, 'Sunrise Bakery');
  assert.match(account.externalId, /^-100\d+$/);
  assert.deepEqual(account.credentials, { botToken: bakery.bot_token });
  assert.equal((await anAccount({ ...bakery, chat_id: 'https://t.me/sunrise_bakery' })).externalId, account.externalId);
});

for (const { why, input, message } of [
  { why: 'a malformed token', input: { ...bakery, bot_token: '../secret' }, message: /not a bot token/ },
  { why: 'a malformed chat id', input: { ...bakery, chat_id: 'my chat!' }, message: /not a chat id/ },
  {
    why: 'a revoked token',
    input: { ...bakery, bot_token: '7100000004:AAoldRevokedSandboxKey0000000000004' },
    message: /does not know this bot token/,
  },
  { why: 'an unknown token', input: { ...bakery, bot_token: '1:nobody' }, message: /does not know this bot token/ },
  { why: 'an unknown chat', input: { ...bakery, chat_id: '@nobody_here' }, message: /no such chat/ },
  {
    why: 'a channel the bot was kicked from',
    input: { ...bakery, chat_id: '@closed_club' },
    message: /no access|not in/,
  },
  {
    why: 'a channel where the bot is not an administrator',
    input: { bot_token: '7100000003:AAmapleStudioSandboxKey000000000003', chat_id: '@maple_news' },
    message: /administrator/,
  },
]) {
  test(`${why} is refused with a readable reason`, async () => {
    const connected = await telegram.connect(input, { signal });
    assert.ok(connected.kind === 'refused');
    assert.match(connected.message, message);
    assert.ok(!connected.message.includes('AA'), 'a message never shows the token');
  });
}

test('a text is posted once, with title and description and a link that opens it', async () => {
  const outcome = await publish(aContent({ title: 'Sourdough', text: 'A & B <b> 🥖' }));
  assert.ok(outcome.kind === 'published');
  const [post, ...others] = await feed();
  assert.equal(others.length, 0);
  assert.equal(post?.text, 'Sourdough\n\nA & B <b> 🥖');
  assert.equal(outcome.postId, post?.id);
  assert.match(String(outcome.postUrl), /\/t\.me\/sunrise_bakery\/\d+$/);
  assert.equal((await fetch(String(outcome.postUrl))).status, 200);
});

test('a picture and a video are posted byte for byte with their caption', async () => {
  const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  assert.equal((await publish(aContent({ type: 'image', media: aMedia('image') }))).kind, 'published');
  const context = aContext();
  const published = await telegram.publish(
    aContent({ type: 'video', media: aMedia('video') }),
    await anAccount(),
    context,
  );
  assert.equal(published.kind, 'published');
  assert.match(JSON.stringify(context.fences), /"duration":"2".*"supports_streaming":"true"/, 'in seconds');
  const [video, image] = await feed();
  assert.equal(image?.media[0]?.sha256, sha(aPng()));
  assert.equal(video?.media[0]?.sha256, sha(anMp4()));
  assert.match(String(image?.text), /^Morning news/);
});

test('a long text is cut at a word to 4096, a long caption to 1024', async () => {
  const long = 'bread '.repeat(2000);
  assert.equal((await publish(aContent({ text: long }))).kind, 'published');
  assert.equal((await publish(aContent({ type: 'image', text: long, media: aMedia('image') }))).kind, 'published');
  const [image, text] = await feed();
  assert.ok(text && text.text.length <= 4096 && text.text.length > 4085 && text.text.endsWith('bread…'));
  assert.ok(image && image.text.length <= 1024 && image.text.length > 1013 && image.text.endsWith('bread…'));
});

test('an empty text is rejected before the fence', async () => {
  const context = aContext();
  const outcome = await telegram.publish(aContent({ title: ' ', text: '' }), await anAccount(), context);
  assert.equal(outcome.kind, 'rejected');
  assert.equal(context.fences.length, 0);
});

test('a post in a private supergroup gets a /c/ link', async () => {
  const account = await anAccount({ ...bakery, chat_id: '-1001000000004' });
  const outcome = await publish(aContent(), account);
  assert.match(outcome.kind === 'published' ? String(outcome.postUrl) : '', /\/t\.me\/c\/1000000004\/\d+$/);
});

test('a group that became a supergroup gets the post once, and the account stores its new id', async () => {
  const account: Account = {
    ...(await anAccount({ ...bakery, chat_id: '-1001000000004' })),
    externalId: '-4000000001_42',
  };
  const context = aContext();
  const outcome = await telegram.publish(aContent({ type: 'image', media: aMedia('image') }), account, context);
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  assert.equal(outcome.account?.externalId, '-1001000000004_42');
  assert.equal(context.fences.length, 1);
  assert.equal((await feed()).length, 1);
});

test('a refused fence is passed on and nothing is sent', async () => {
  const gone = new Error('lease gone');
  await assert.rejects(telegram.publish(aContent(), await anAccount(), aContext({ refuseFence: gone })), gone);
  assert.equal((await feed()).length, 0);
});

for (const { text, outcome, posts } of [
  { text: 'sandbox-rate-limit-7', outcome: { kind: 'rateLimited', retryAfterSeconds: 7, scope: 'account' }, posts: 0 },
  { text: 'sandbox-revoked', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-kicked', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-chat-not-found', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-caption-too-long', outcome: { kind: 'rejected' }, posts: 0 },
  { text: 'sandbox-parse-error', outcome: { kind: 'rejected' }, posts: 0 },
  { text: 'sandbox-error-500', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-500', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-before', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-cut-after', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-half', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-html-200', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-html', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-gzip', outcome: { kind: 'published' }, posts: 1 },
  { text: 'sandbox-message-id-0', outcome: { kind: 'published', postId: '0', postUrl: null }, posts: 1 },
  { text: 'sandbox-migrate', outcome: { kind: 'published' }, posts: 1 },
]) {
  test(`${text} gives ${outcome.kind}`, async () => {
    const got = await publish(aContent({ text }));
    assert.partialDeepStrictEqual(got, outcome);
    assert.equal((await feed()).length, posts);
    assert.ok(!JSON.stringify(got).includes(bakery.bot_token.slice(11)), 'no outcome shows the token');
  });
}

test('a picture that Telegram cannot use is rejected with its reason', async () => {
  const outcome = await publish(aContent({ type: 'image', text: 'sandbox-bad-photo', media: aMedia('image') }));
  assert.partialDeepStrictEqual(outcome, { kind: 'rejected' });
  assert.match('message' in outcome ? outcome.message : '', /PHOTO_INVALID_DIMENSIONS/);
});

test('a lost post cannot be looked up', () => {
  assert.equal(telegram.find, undefined);
});

test('chat ids are accepted as people write them', () => {
  const cases: [typed: string, read: string | null][] = [
    ['-1001', '-1001'],
    [' 42 ', '42'],
    ['\u22121001234567890', '-1001234567890'],
    ['\u2013100123\u200b', '-100123'],
    ['-1001234567890_42', '-1001234567890 topic 42'],
    ['-1001234567890_1', '-1001234567890'],
    ['@bakery', '@bakery'],
    ['bakery', '@bakery'],
    ['t.me/bakery', '@bakery'],
    ['https://t.me/s/bakery/', '@bakery'],
    ['https://t.me/bakery/42', '@bakery topic 42, or a message'],
    ['https://t.me/c/1234567890', '-1001234567890'],
    ['https://t.me/c/1234567890/42', '-1001234567890 topic 42, or a message'],
    ['t.me/c/1234567890/42/7?single', '-1001234567890 topic 42, or a message'],
    ['https://t.me/+AbC', null],
    ['a b', null],
    ['@1abc', null],
    ['', null],
  ];
  const said = (typed: string): string | null => {
    const chat = typedChatOf(typed);
    if (chat === null) return null;
    const topic = chat.topic === null ? '' : ` topic ${chat.topic}${chat.isLink ? ', or a message' : ''}`;
    return chat.chatId + topic;
  };
  assert.deepEqual(
    cases.map(([typed]) => [typed, said(typed)]),
    cases,
  );
});

for (const typed of ['-1001000000004_42', 'https://t.me/c/1000000004/42', '\u22124000000001_42'])
  test(`${typed} connects a topic of a group, and each post goes there`, async () => {
    const account = await anAccount({ ...bakery, chat_id: typed });
    assert.deepEqual([account.externalId, account.username], ['-1001000000004_42', 'Sunrise Regulars, topic 42']);
    for (const content of [aContent(), aContent({ type: 'image', media: aMedia('image') })])
      assert.equal((await publish(content, account)).kind, 'published');
    assert.deepEqual(
      (await feed()).map(({ tags }) => tags),
      [['Recipes'], ['Recipes']],
    );
  });

test('a topic of a group that has none is refused, the link of a message connects its group', async () => {
  const connected = await telegram.connect({ ...bakery, chat_id: '@sunrise_bakery' }, { signal });
  assert.ok(connected.kind === 'connected');
  const id = connected.account.externalId;
  const refusal = await telegram.connect({ ...bakery, chat_id: `${id}_42` }, { signal });
  assert.match(refusal.kind === 'refused' ? refusal.message : '', /has no topics/);
  assert.equal((await anAccount({ ...bakery, chat_id: 'https://t.me/sunrise_bakery/42' })).externalId, id);
});

test('a topic that is gone fails the post with Telegram’s words', async () => {
  const account = await anAccount({ ...bakery, chat_id: '-1001000000004_43' });
  assert.deepEqual(await publish(aContent(), account), {
    kind: 'rejected',
    message: 'Telegram: message thread not found',
  });
});

test('the id that a group had before it became a supergroup connects the supergroup', async () => {
  const account = await anAccount({ ...bakery, chat_id: '-4000000001' });
  assert.deepEqual([account.externalId, account.profile['chatType']], ['-1001000000004', 'supergroup']);
});

test('posts in basic groups and private chats have no links', () => {
  for (const type of ['group', 'private'] as const) {
    assert.equal(postUrlOf({ webUrl: 'https://t.me', chat: { id: -5, type, username: 'x' }, messageId: 3 }), null);
  }
});
