/** Emoji, icons and fonts for designs. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aServer } from '../../app/testing/server.ts';

const server = await aServer();

test('over a thousand emoji are found by category and by meaning', async () => {
  const all = await server.ask('search-signs', { set: 'emoji' });
  assert.ok(all.total > 1_000 && all.items.length === 60 && all.next !== null);
  const further = await server.ask('search-signs', { set: 'emoji', cursor: all.next });
  assert.ok(further.items[0] && !all.items.some(({ sign }) => sign === further.items[0]?.sign));
  const food = await server.ask('search-signs', { set: 'emoji', category: 'food-drink' });
  assert.ok(food.total > 50 && food.total < all.total);
  assert.match((await server.ask('search-signs', { set: 'emoji', keyword: 'pizza' })).items[0]?.svg ?? '', /^<svg/);
  assert.equal((await server.ask('search-signs', { set: 'icon', keyword: 'xyzzyq' })).total, 0);
});

test('icons are found by name and emoji by character, and unknown ones are left out', async () => {
  const { signs: icons, emoji } = await server.ask('fetch-signs', {
    signs: [
      { set: 'icon', sign: 'heart' },
      { set: 'icon', sign: 'no-such-icon' },
    ],
    emoji: ['❤', '❤️', 'x'],
  });
  assert.deepEqual([icons.map(({ sign }) => sign), emoji.map((each) => each.emoji)], [['heart'], ['❤', '❤️']]);
  assert.match(icons[0]?.svg ?? '', /currentColor/);
});

test('the fonts of further scripts are listed with their characters, and a file is served', async () => {
  const table = await server.send('/fonts/fallback.json');
  assert.deepEqual([table.status, table.headers.get('content-type')], [200, 'application/json; charset=utf-8']);
  assert.match(await table.text(), /"id":"noto-sans-kr","language":"ko"/);
  const file = await server.send('/fonts/noto-sans-armenian/armenian-400.ttf');
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'font/ttf']);
  for (const name of ['noto-sans-armenian/armenian-500.ttf', 'noto-sans-armenian/..%2farmenian-400.ttf'])
    assert.equal((await server.send(`/fonts/${name}`)).status, 404, name);
});

test('every bundled font has its latin file, and no file outside the fonts is served', async () => {
  const faces = await server.ask('fetch-typefaces', {});
  assert.ok(faces.length >= 37);
  for (const { id, weights, subsets } of faces) {
    const subset = subsets[0]?.subset ?? '';
    const near = weights.reduce((best, each) => (Math.abs(each - 400) < Math.abs(best - 400) ? each : best));
    const reply = await server.send(`/fonts/${id}/${subset}-${near}-normal.woff2`);
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'font/woff2'], id);
  }
  for (const name of ['inter/package.json', 'inter/..%2f..%2fpackage.woff2', 'none/latin-400-normal.woff2'])
    assert.equal((await server.send(`/fonts/${name}`)).status, 404, name);
});
