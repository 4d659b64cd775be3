import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { anotherAgency, aServer } from '../../app/testing/server.ts';
import { aStream, aTextStream } from './testing.ts';

const server = await aServer();
const otherAgency = { as: await anotherAgency(server.db) };

test('a saved stream is returned with its fields, and its type cannot be changed', async () => {
  const stream = await aStream(server, 'image', 'Spring 🌷 مرحبا');
  assert.deepEqual([stream.title, stream.type, stream.items, stream.thumbnails], ['Spring 🌷 مرحبا', 'image', 0, []]);
  const words = { title: 'Summer', description: 'Warm', tags: 'sun,sea' };
  const changed = await server.call('content-stream', { id: stream.id, type: 'image', ...words });
  assert.equal(changed.message, messages.streamUpdated);
  const refused = await server.call('content-stream', { id: stream.id, type: 'text', ...words });
  assert.deepEqual([refused.code, refused.message], [409, messages.streamTypeLocked]);
});

test('streams can be searched by title and type, page by page', async () => {
  const own = { as: await anotherAgency(server.db) };
  for (let n = 1; n <= 27; n += 1) {
    await server.ask(
      'content-stream',
      { type: n % 9 === 0 ? 'formatted' : 'text', title: n === 5 ? '100% wool_' : `Stream ${n}`, description: 'Words' },
      own,
    );
  }
  const first = await server.ask('fetch-streams', {}, own);
  assert.deepEqual([first.items.length, first.total, first.items[0]?.title], [25, 27, 'Stream 27']);
  const rest = await server.ask('fetch-streams', { cursor: first.next ?? '' }, own);
  assert.deepEqual([rest.items.map((stream) => stream.title), rest.next], [['Stream 2', 'Stream 1'], null]);
  const titles = async (input: { search?: string; type?: 'formatted' }) =>
    (await server.ask('fetch-streams', input, own)).items.map((stream) => stream.title);
  assert.deepEqual(await titles({ search: '0% wool_' }), ['100% wool_']);
  assert.deepEqual(await titles({ search: 'FORMATTED' }), ['Stream 27', 'Stream 18', 'Stream 9']);
  assert.deepEqual(await titles({ search: '1', type: 'formatted' }), ['Stream 18']);
});

test('texts are added in their order', async () => {
  const stream = await aTextStream(server, ['one', 'two']);
  const added = await server.ask('text-stream', {
    content_stream_id: stream.id,
    description: '[{"value":" three "},{"value":"four","title":"T"}]',
    title: 'All',
  });
  assert.deepEqual(
    added.map((item) => [item.sequence, item.title, item.description]),
    [
      [3, 'All', 'three'],
      [4, 'T', 'four'],
    ],
  );
  const { items } = await server.ask('fetch-stream', { id: stream.id });
  assert.deepEqual(
    items.map((item) => item.description),
    ['one', 'two', 'three', 'four'],
  );
});

test('texts added concurrently all get a position of their own', async () => {
  const stream = await aStream(server, 'text');
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      server.ask('text-stream', {
        content_stream_id: stream.id,
        description: JSON.stringify([{ value: `text ${n}` }]),
      }),
    ),
  );
  const { items } = await server.ask('fetch-stream', { id: stream.id });
  assert.deepEqual(
    items.map((item) => item.sequence),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
});

test('formatted text keeps only what is on the allow-list', async () => {
  const stream = await aStream(server, 'formatted');
  const value =
    '<h2 onclick="x()">Hi</h2><script>x()</script><p style="color:red">See ' +
    '<a href="https://x.test/" target=_blank>this</a>, <a href="javascript:x()">that</a><img src=x onerror=x()>' +
    '</p>';
  const [item] = await server.ask('text-stream', {
    content_stream_id: stream.id,
    description: JSON.stringify([{ value }]),
  });
  assert.equal(item?.description, '<h2>Hi</h2><p>See <a href="https://x.test/">this</a>, <a>that</a></p>');
  assert.equal(item.description_format, 'formatted');
  const changed = await server.ask('update-stream', {
    id: item.id,
    title: 'New',
    description: '<p>New <b onmouseover=x()>words</b></p>',
  });
  assert.deepEqual([changed.title, changed.description], ['New', '<p>New <b>words</b></p>']);
});

test('formatted text with nothing to read is refused', async () => {
  const stream = await aStream(server, 'formatted');
  for (const value of ['<p></p>', '<script>x()</script>', '<p> &nbsp; <br></p>']) {
    const reply = await server.call('text-stream', {
      content_stream_id: stream.id,
      description: JSON.stringify([{ value: '<p>fine</p>' }, { value }]),
    });
    assert.equal(reply.code, 422, value);
  }
  assert.equal((await server.ask('fetch-stream', { id: stream.id })).items.length, 0);
});

test('a stream of pictures does not accept a text', async () => {
  const stream = await aStream(server, 'image');
  const reply = await server.call('text-stream', { content_stream_id: stream.id, description: '[{"value":"a"}]' });
  assert.deepEqual([reply.code, reply.message], [422, messages.streamTypeMismatch]);
});

test('a new order must name every item of the stream once', async () => {
  const stream = await aTextStream(server, ['one', 'two', 'three']);
  const other = await aTextStream(server, ['else']);
  const idsOf = async (id: string) => (await server.ask('fetch-stream', { id })).items.map((item) => item.id);
  const [one = '', two = '', three = ''] = await idsOf(stream.id);
  const [foreign = ''] = await idsOf(other.id);
  for (const ids of [
    [one, two],
    [one, two, two],
    [one, two, three, three],
    [one, two, foreign],
  ]) {
    assert.equal(
      (await server.call('reorder-stream', { content_stream_id: stream.id, ids })).message,
      messages.orderIncomplete,
    );
  }
  await server.ask('reorder-stream', { content_stream_id: stream.id, ids: [three, one, two] });
  assert.deepEqual(await idsOf(stream.id), [three, one, two]);
});

test('the pages of a long stream have no gap and no duplicate', async () => {
  const stream = await aTextStream(
    server,
    Array.from({ length: 120 }, (_none, index) => `text ${index}`),
  );
  const more = Array.from({ length: 130 }, (_none, index) => ({ value: `text ${120 + index}` }));
  await server.ask('text-stream', { content_stream_id: stream.id, description: JSON.stringify(more) });
  const pages: number[] = [];
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { stream: { items: number }; items: { description: string }[]; next: string | null } = await server.ask(
      'fetch-stream',
      { id: stream.id, cursor },
    );
    assert.equal(page.stream.items, 250);
    pages.push(page.items.length);
    seen.push(...page.items.map(({ description }) => description));
    cursor = page.next;
  }
  assert.deepEqual(pages, [100, 100, 50]);
  assert.deepEqual(
    seen,
    Array.from({ length: 250 }, (_none, index) => `text ${index}`),
  );
  assert.equal((await server.call('fetch-stream', { id: stream.id, cursor: 'elsewhere' })).code, 422);
});

test('an item can be moved behind another or to the front, and the rest keep their order', async () => {
  const stream = await aTextStream(server, ['one', 'two', 'three', 'four']);
  const other = await aTextStream(server, ['else']);
  const items = async (id: string) => (await server.ask('fetch-stream', { id })).items;
  const order = async () => (await items(stream.id)).map(({ description, sequence }) => `${sequence} ${description}`);
  const [one = '', two = '', three = '', four = ''] = (await items(stream.id)).map(({ id }) => id);
  // As after an item was deleted: two items with one position, and a gap.
  await server.db.pool.query('update items set sequence = 7 where id = any($1)', [[three, four]]);
  await server.ask('move-stream-item', { id: one, after_id: three });
  assert.deepEqual(await order(), ['1 two', '2 three', '3 one', '4 four']);
  await server.ask('move-stream-item', { id: four });
  assert.deepEqual(await order(), ['1 four', '2 two', '3 three', '4 one']);
  await server.ask('move-stream-item', { id: two, after_id: two });
  await server.ask('move-stream-item', { id: four, after_id: one });
  assert.deepEqual(await order(), ['1 two', '2 three', '3 one', '4 four']);
  const [foreign = ''] = (await items(other.id)).map(({ id }) => id);
  await server.ask('delete-stream-file', { id: three });
  for (const after_id of [foreign, three, '999999'])
    assert.equal((await server.call('move-stream-item', { id: one, after_id })).code, 404);
  assert.equal((await server.call('move-stream-item', { id: three, after_id: one })).code, 404);
});

test('deleted items and streams are in no list', async () => {
  const stream = await aTextStream(server, ['one', 'two'], 'Short-lived');
  const {
    items: [item],
  } = await server.ask('fetch-stream', { id: stream.id });
  await server.ask('delete-stream-file', { id: item?.id ?? '' });
  assert.equal((await server.call('delete-stream-file', { id: item?.id ?? '' })).code, 404);
  assert.deepEqual(
    (await server.ask('fetch-stream', { id: stream.id })).items.map((left) => left.description),
    ['two'],
  );
  await server.ask('delete-stream', { id: stream.id });
  assert.equal((await server.call('fetch-stream', { id: stream.id })).code, 404);
  assert.equal((await server.ask('fetch-streams', { search: 'Short-lived' })).total, 0);
});

test('another agency cannot find the stream or its items', async () => {
  const stream = await aTextStream(server, ['one', 'two']);
  const { items } = await server.ask('fetch-stream', { id: stream.id });
  const id = items[0]?.id ?? '';
  const replies = [
    await server.call('fetch-stream', { id: stream.id }, otherAgency),
    await server.call(
      'content-stream',
      { id: stream.id, type: 'text', title: 'Mine', description: 'Mine' },
      otherAgency,
    ),
    await server.call('text-stream', { content_stream_id: stream.id, description: '[{"value":"a"}]' }, otherAgency),
    await server.call('update-stream', { id, title: 'Mine', description: 'Mine' }, otherAgency),
    await server.call(
      'reorder-stream',
      { content_stream_id: stream.id, ids: items.map((item) => item.id) },
      otherAgency,
    ),
    await server.call('move-stream-item', { id }, otherAgency),
    await server.call('delete-stream-file', { id }, otherAgency),
    await server.call('delete-stream', { id: stream.id }, otherAgency),
  ];
  assert.deepEqual(
    replies.map((reply) => [reply.code, reply.message]),
    replies.map(() => [404, messages.notFound]),
  );
  assert.deepEqual((await server.ask('fetch-stream', { id: stream.id })).items, items);
});
