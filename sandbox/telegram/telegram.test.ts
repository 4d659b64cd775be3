import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { isJson } from '../json.ts';
import { aSandbox, ask, keys, mp4, png, posted } from '../testing.ts';

const channel = '@sunrise_bakery';

async function aBot(t: TestContext, token = keys.sunrise) {
  const sandbox = await aSandbox(t);
  const call = (method: string, fields: Record<string, unknown> = {}) =>
    ask(`${sandbox.telegramApiUrl}/bot${token}/${method}`, posted(fields));
  const upload = (method: string, fields: Record<string, string>, files: Record<string, Buffer>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [name, data] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(data)]), `${name}.bin`);
    return ask(`${sandbox.telegramApiUrl}/bot${token}/${method}`, { method: 'POST', body: form });
  };
  const posts = () => [...sandbox.state.posts.values()];
  return { sandbox, call, upload, posts };
}

function result(answer: { body: Record<string, unknown> }): Record<string, unknown> {
  assert.equal(answer.body['ok'], true, JSON.stringify(answer.body));
  return isJson(answer.body['result']) ? answer.body['result'] : {};
}

test('a bot sees itself, its chats and its own membership in them', async (t) => {
  const { call } = await aBot(t);
  assert.equal(result(await call('getMe'))['username'], 'sunrise_bakery_bot');
  assert.deepEqual(result(await call('getChat', { chat_id: channel })), {
    id: -1001000000001,
    title: 'Sunrise Bakery',
    username: 'sunrise_bakery',
    type: 'channel',
  });
  const member = result(await call('getChatMember', { chat_id: channel, user_id: 7100000001 }));
  assert.equal(member['status'], 'administrator');
  assert.equal(member['can_post_messages'], true);
});

test('a formatted message is stored as text with entities and has a page under t.me', async (t) => {
  const { sandbox, call, posts } = await aBot(t);
  const sent = result(
    await call('sendMessage', {
      chat_id: channel,
      text: '<b>Rye</b> &amp; <a href="https://example.org/">oats</a> 🥐',
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    }),
  );
  assert.equal(sent['message_id'], 1);
  assert.equal(sent['text'], 'Rye & oats 🥐');
  assert.deepEqual(sent['entities'], [
    { type: 'bold', offset: 0, length: 3 },
    { type: 'text_link', offset: 6, length: 4, url: 'https://example.org/' },
  ]);
  assert.equal(posts()[0]?.url, `${sandbox.telegramWebUrl}/sunrise_bakery/1`);
  const page = await ask(`${sandbox.telegramWebUrl}/sunrise_bakery/1`);
  assert.match(page.text, /<b>Rye<\/b> &amp; <a rel="noreferrer" href="https:\/\/example.org\/">oats<\/a>/);
});

test('a private supergroup has its posts under t.me/c', async (t) => {
  const { sandbox, call, posts } = await aBot(t, keys.harbor);
  result(await call('sendMessage', { chat_id: -1001000000002, text: 'hello' }));
  assert.equal(posts()[0]?.url, `${sandbox.telegramWebUrl}/c/1000000002/1`);
  assert.equal((await ask(posts()[0]?.url ?? '')).status, 200);
});

test('photos, videos and albums are checked by content and served again', async (t) => {
  const { sandbox, upload, posts } = await aBot(t);
  const photo = result(await upload('sendPhoto', { chat_id: channel, caption: 'Look' }, { photo: png(40, 30) }));
  assert.deepEqual(
    [photo['caption'], Array.isArray(photo['photo']) && isJson(photo['photo'][0]) && photo['photo'][0]['width']],
    ['Look', 40],
  );
  const video = result(await upload('sendVideo', { chat_id: channel }, { video: mp4() }));
  assert.ok(isJson(video['video']) && video['video']['width'] === 640 && video['video']['duration'] === 3);
  const album = await upload(
    'sendMediaGroup',
    {
      chat_id: channel,
      media: JSON.stringify([
        { type: 'photo', media: 'attach://a', caption: 'Both' },
        { type: 'video', media: 'attach://b' },
      ]),
    },
    { a: png(10, 10), b: mp4() },
  );
  assert.ok(Array.isArray(album.body['result']) && album.body['result'].length === 2);
  assert.deepEqual(
    posts().map((each) => each.id),
    ['1', '2', '3'],
  );
  const file = await fetch(`${sandbox.url}/files/${posts()[0]?.media[0]?.name}`);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), png(40, 30));
  const next = result(await upload('sendPhoto', { chat_id: channel }, { photo: png(10, 10) }));
  assert.equal(next['message_id'], 5);
});

const refusals: [name: string, method: string, fields: Record<string, unknown>, code: number, description: RegExp][] = [
  ['an empty text', 'sendMessage', { chat_id: channel, text: '  ' }, 400, /^Bad Request: message text is empty$/],
  [
    'a text over 4,096 units',
    'sendMessage',
    { chat_id: channel, text: 'x'.repeat(4097) },
    400,
    /^Bad Request: message is too long$/,
  ],
  ['no chat', 'sendMessage', { text: 'x' }, 400, /^Bad Request: chat_id is empty$/],
  ['an unknown chat', 'sendMessage', { chat_id: '@nobody_here', text: 'x' }, 400, /^Bad Request: chat not found$/],
  [
    'another bot’s private chat',
    'sendMessage',
    { chat_id: -1001000000002, text: 'x' },
    400,
    /^Bad Request: chat not found$/,
  ],
  [
    'a chat that the bot was kicked from',
    'sendMessage',
    { chat_id: '@closed_club', text: 'x' },
    403,
    /^Forbidden: bot was kicked from the channel chat$/,
  ],
  [
    'a public channel without the bot',
    'sendMessage',
    { chat_id: '@maple_news', text: 'x' },
    403,
    /^Forbidden: bot is not a member of the channel chat$/,
  ],
  ['a misspelt field', 'sendMessage', { chat_id: channel, text: 'x', parsemode: 'HTML' }, 400, /parsemode/],
  ['a missing photo', 'sendPhoto', { chat_id: channel }, 400, /^Bad Request: there is no photo in the request$/],
  [
    'an unknown parse mode',
    'sendMessage',
    { chat_id: channel, text: 'x', parse_mode: 'BBCode' },
    400,
    /^Bad Request: unsupported parse_mode$/,
  ],
  ['an unknown method', 'sendPigeon', {}, 404, /^Not Found: method not found$/],
];
for (const [name, method, fields, code, description] of refusals) {
  test(`${name} is refused with ${code}`, async (t) => {
    const { call, posts } = await aBot(t);
    const answer = await call(method, fields);
    assert.equal(answer.status, code);
    assert.equal(answer.body['error_code'], code);
    assert.match(String(answer.body['description']), description);
    assert.equal(posts().length, 0);
  });
}

test('a bot that is not an administrator may not post in a channel', async (t) => {
  const { call } = await aBot(t, keys.maple);
  const answer = await call('sendMessage', { chat_id: '@maple_news', text: 'x' });
  assert.equal(answer.body['description'], 'Bad Request: need administrator rights in the channel chat');
});

test('revoked tokens get 401, and malformed tokens 404', async (t) => {
  const { sandbox } = await aBot(t);
  assert.deepEqual((await ask(`${sandbox.telegramApiUrl}/bot${keys.revoked}/getMe`)).body, {
    ok: false,
    error_code: 401,
    description: 'Unauthorized',
  });
  assert.deepEqual((await ask(`${sandbox.telegramApiUrl}/botnonsense/getMe`)).body, {
    ok: false,
    error_code: 404,
    description: 'Not Found',
  });
});

test('a migrated group names its supergroup', async (t) => {
  const { call } = await aBot(t);
  const answer = await call('sendMessage', { chat_id: -4000000001, text: 'x' });
  assert.deepEqual(answer.body['parameters'], { migrate_to_chat_id: -1001000000004 });
  result(await call('sendMessage', { chat_id: -1001000000004, text: 'x' }));
});

test('photos are limited to Telegram’s dimensions and captions to 1,024 units', async (t) => {
  const { upload } = await aBot(t);
  const wide = await upload('sendPhoto', { chat_id: channel }, { photo: png(210, 10) });
  assert.equal(wide.body['description'], 'Bad Request: PHOTO_INVALID_DIMENSIONS');
  const noPhoto = await upload('sendPhoto', { chat_id: channel }, { photo: Buffer.from('text, not pixels') });
  assert.equal(noPhoto.body['description'], 'Bad Request: IMAGE_PROCESS_FAILED');
  const long = await upload('sendPhoto', { chat_id: channel, caption: 'x'.repeat(1025) }, { photo: png(10, 10) });
  assert.equal(long.body['description'], 'Bad Request: message caption is too long');
});

test('a file over 50 MB is too large for the server', async (t) => {
  const { upload } = await aBot(t);
  const answer = await upload('sendVideo', { chat_id: channel }, { video: Buffer.alloc(52_000_001) });
  assert.deepEqual([answer.status, answer.body['description']], [413, 'Request Entity Too Large']);
});
