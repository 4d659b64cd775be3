import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aMember, anotherAgency, aServer } from '../../app/testing/server.ts';
import { aBusiness, aProspect } from './testing.ts';

const server = await aServer({ clock: () => new Date('2026-11-23T10:00:00Z') });
const { db, owner } = server;
const aList = (name: string) => server.ask('save-prospect-list', { name });
const add = (list: string, ...businesses: ReturnType<typeof aBusiness>[]) =>
  server.ask('add-prospects', { list_id: list, businesses });
const itemsOf = async (list: string) => (await server.ask('fetch-prospects', { list_id: list })).items;

test('a list holds each business once, in order, and keeps what people changed', async () => {
  const { id } = await aList('Bakeries');
  const [first, second] = [
    aBusiness('node/1', 'مخبز 🥖 <b>'),
    { ...aBusiness('way/2', 'Mill'), site: null, hours: null },
  ];
  assert.deepEqual(await add(id, first, second, first), { added: 2, known: 1 });
  const [saved] = await itemsOf(id);
  await server.ask('edit-prospect', { id: saved?.id ?? '', state: 'contacted', notes: 'Ring on Monday' });
  assert.deepEqual(await add(id, { ...first, name: 'Renamed on the map' }), { added: 0, known: 1 });
  assert.deepEqual(
    (await itemsOf(id)).map(({ name, site, state, notes }) => [name, site, state, notes]),
    [
      ['مخبز 🥖 <b>', 'https://mill.example/', 'contacted', 'Ring on Monday'],
      ['Mill', null, 'new', ''],
    ],
  );
  assert.equal((await server.ask('fetch-prospect-lists', {})).find((list) => list.id === id)?.count, 2);
});

test('a removed business that is saved again has its state and notes again', async () => {
  const { id } = await aList('Back');
  await add(id, { ...aBusiness('node/1', 'Mill'), state: 'interested', notes: 'Twice' });
  const [saved] = await itemsOf(id);
  await server.ask('remove-prospect', { id: saved?.id ?? '' });
  assert.equal((await server.call('remove-prospect', { id: saved?.id ?? '' })).code, 404);
  await add(id, { ...aBusiness('node/1', 'Mill'), state: 'interested', notes: 'Twice' });
  assert.deepEqual(
    (await itemsOf(id)).map(({ state, notes }) => [state, notes]),
    [['interested', 'Twice']],
  );
});

test('the second of two people who save the same version of a business must confirm', async () => {
  const { prospect, prospects } = await aProspect(server, { owner, word: 'Both' });
  const [{ version } = { version: '' }] = await itemsOf(prospects);
  const saves = await Promise.all(
    ['One', 'Two'].map((notes) => server.call('edit-prospect', { id: prospect, notes, version })),
  );
  assert.deepEqual(
    saves.map(({ code }) => code).toSorted((a, b) => a - b),
    [200, 409],
  );
});

test('list names are unique, ignoring case, even if two people create one at the same moment', async () => {
  const { id } = await aList('Cafés');
  assert.equal((await server.call('save-prospect-list', { name: 'CAFÉS' })).message, messages.prospectListKnown);
  assert.equal((await server.ask('save-prospect-list', { id, name: 'CAFÉS' })).name, 'CAFÉS');
  const replies = await Promise.all([1, 2, 3].map(() => server.call('save-prospect-list', { name: 'At once' })));
  assert.deepEqual(
    replies.map(({ code }) => code).toSorted((a, b) => a - b),
    [200, 422, 422],
  );
});

test('a list holds at most 500 businesses and an agency 100 lists, and the error says so', async () => {
  const { id } = await aList('Full');
  const many = Array.from({ length: 500 }, (_, at) => aBusiness(`node/${at}`, `Business ${at}`));
  assert.deepEqual(await add(id, ...many), { added: 500, known: 0 });
  const more = { list_id: id, businesses: [aBusiness('node/500', 'One more')] };
  assert.equal((await server.call('add-prospects', more)).message, messages.prospectsFull);
  assert.deepEqual(await add(id, ...many.slice(0, 1)), { added: 0, known: 1 });
  await db.pool.query(
    `insert into prospect_lists (agency_id, name, created_at)
     select $1, 'Filler ' || n, now() from generate_series(1, 100) n`,
    [owner.agencyId],
  );
  assert.equal((await server.call('save-prospect-list', { name: 'Too many' })).message, messages.prospectListsFull);
  await db.pool.query(`delete from prospect_lists where name like 'Filler %'`);
});

test('an entry that is not a business of the map is refused', async () => {
  const { id } = await aList('Refused');
  const good = aBusiness('node/1', 'Mill');
  for (const wrong of [
    { site: 'javascript:alert(1)' },
    { page_url: 'file:///etc/passwd' },
    { latitude: 91 },
    { longitude: -181 },
    { name: '' },
    { name: 'a\0b' },
    { hours: 'x'.repeat(1001) },
  ])
    assert.equal(
      (await server.call('add-prospects', { list_id: id, businesses: [{ ...good, ...wrong }] })).code,
      422,
      JSON.stringify(wrong).slice(0, 60),
    );
  assert.equal((await server.call('add-prospects', { list_id: id, businesses: [] })).code, 422);
  assert.deepEqual(await itemsOf(id), []);
});

test('the CSV has a row for each business, its state in words, and no formulas', async () => {
  const { id } = await aList('León & co.');
  await add(id, { ...aBusiness('node/1', '=Mill()'), phone: null, notes: 'Said "yes"', state: 'declined' });
  const { csv, file_name: name } = await server.ask('export-prospects', { list_id: id });
  assert.equal(name, 'businesses-leon-co.csv');
  const [, row] = csv.trim().split('\r\n');
  assert.equal(
    row,
    `'=Mill(),Not interested,"Said ""yes""","Mill Lane 1, 12345 Leeds",,hello@mill.example,https://mill.example/,` +
      'Mo-Fr 08:00-18:00,53.8,-1.55,https://www.openstreetmap.org/node/1',
  );
});

test('members can use the lists, clients cannot, and another agency finds none', async () => {
  const { prospects, prospect } = await aProspect(server, { owner, word: 'Ours' });
  const member = await aMember(db, owner);
  assert.equal((await server.call('fetch-prospects', { list_id: prospects }, { as: member })).code, 200);
  const as = await anotherAgency(db);
  assert.deepEqual(await server.ask('fetch-prospect-lists', {}, { as }), []);
  for (const reply of [
    server.call('fetch-prospects', { list_id: prospects }, { as }),
    server.call('export-prospects', { list_id: prospects }, { as }),
    server.call('add-prospects', { list_id: prospects, businesses: [aBusiness('node/9', 'Theirs')] }, { as }),
    server.call('edit-prospect', { id: prospect, state: 'client', notes: '' }, { as }),
    server.call('remove-prospect', { id: prospect }, { as }),
    server.call('save-prospect-list', { id: prospects, name: 'Theirs' }, { as }),
    server.call('delete-prospect-list', { id: prospects }, { as }),
  ])
    assert.equal((await reply).code, 404);
  await server.ask('delete-prospect-list', { id: prospects });
  const left = await db.pool.query('select from prospects where list_id = $1', [prospects]);
  assert.equal(left.rowCount, 0);
});
