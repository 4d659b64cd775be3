import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { SearchType } from '#contract/content/stock.ts';
import { UserError } from '../../base/handlers.ts';
import { anotherAgency } from '../../app/testing/people.ts';
import { aServer, type TestPerson, type TestServer } from '../../app/testing/server.ts';
import { takeAllFound, takeFound } from './take.ts';
import type { Taking } from './taken.ts';
import { aSourcesServer } from './testing.ts';

const plain = await aServer();
const shape = z.object({ tiles: z.array(z.record(z.string(), z.string())), logo: z.string().optional() });

const takingOf = ({ services }: TestServer, person: TestPerson): Taking => ({
  agencyId: person.agencyId,
  userId: person.id,
  media: ['image', 'video', 'audio'],
  now: services.clock(),
  signal: new AbortController().signal,
});
const meansOf = ({ services, db }: TestServer, { agencyId }: TestPerson): Parameters<typeof takeFound>[0] => ({
  services,
  transaction: (work) => db.asAgency(agencyId, work),
});

async function addressOf(server: TestServer, kind: SearchType): Promise<string> {
  const [result] = await server.ask('search-media', { keyword: kind === 'font' ? 'inter' : 'dog', search_type: kind });
  assert.ok(result);
  if ('url' in result) return result.url;
  return 'image' in result ? result.image : assert.fail('a quote has no address');
}

const licencesOf = (server: TestServer, fileId: string) =>
  server.db.asSystem((tx) => tx.selectFrom('file_licences').selectAll().where('file_id', '=', fileId).execute());

test('a built-in picture, loop and piece of music become files with their licence', async () => {
  for (const [kind, contentType, size] of [
    ['image', 'image/jpeg', [1920, 1080]],
    ['video', 'video/mp4', [1280, 720]],
    ['music', 'audio/mpeg', null],
  ] as const) {
    const taken = await takeFound(meansOf(plain, plain.owner), {
      ...takingOf(plain, plain.owner),
      address: await addressOf(plain, kind),
    });
    assert.equal(taken.file.content_type, contentType);
    if (size !== null) assert.deepEqual([taken.file.width, taken.file.height], size);
    const [licence] = await licencesOf(plain, taken.file.id);
    assert.deepEqual([licence?.source, licence?.licence, taken.credit], ['embedded', 'CC0-1.0', null]);
    assert.equal((await plain.send(`/files/${taken.file.name}`)).status, 200);
  }
});

test('a used file stays when its source is switched off, with credit, author and licence', async () => {
  const { server, vendors } = await aSourcesServer({ on: ['pexels'] });
  const [result] = await server.ask('search-media', { keyword: 'sky', search_type: 'image' });
  assert.ok(result && 'thumb' in result);
  const means = meansOf(server, server.owner);
  const taken = await takeFound(means, { ...takingOf(server, server.owner), address: result.image });
  await vendors.close();
  const off = { ...server.services, sources: plain.services.sources };
  await assert.rejects(
    takeFound({ ...means, services: off }, { ...takingOf(server, server.owner), address: result.thumb }),
    { message: messages.foundGone },
  );
  assert.equal((await server.send(`/files/${taken.file.name}`)).status, 200);
  const [licence] = await licencesOf(server, taken.file.id);
  assert.deepEqual(
    [licence?.source, licence?.source_item, licence?.author, licence?.licence, licence?.page_url, taken.credit],
    ['pexels', result.id, 'Ana Photo', 'Pexels License', result.page_url, 'Photo by Ana Photo on Pexels'],
  );
});

test('the same result copied twice is one file per agency', async () => {
  const address = await addressOf(plain, 'meme');
  const take = (person: TestPerson) =>
    takeFound(meansOf(plain, person), { ...takingOf(plain, person), media: ['image'], address });
  const other = await anotherAgency(plain.db);
  const [one, again, theirs] = [await take(plain.owner), await take(plain.owner), await take(other)];
  assert.equal(again.file.id, one.file.id);
  assert.notEqual(theirs.file.id, one.file.id);
});

test('a file that arrives too late for its caller is kept and not downloaded again for the next one', async () => {
  const { server, vendors } = await aSourcesServer({ on: ['pexels'] });
  const results = await server.ask('search-media', { keyword: 'sea', search_type: 'image' });
  const tiles = (results ?? []).slice(0, 2).map((result) => ('image' in result ? { file_url: result.image } : {}));
  const patience = new AbortController();
  const tooLate = new UserError(messages.tookTooLong, { status: 503 });
  const means = meansOf(server, server.owner);
  let transactions = 0;
  const ending: typeof means.transaction = (work) => {
    transactions += 1;
    // The time limit ends while the first copy is made.
    patience.abort(tooLate);
    return means.transaction(work);
  };
  const taking = { ...takingOf(server, server.owner), document: { tiles }, shape };
  await assert.rejects(
    takeAllFound({ ...means, transaction: ending }, { ...taking, signal: patience.signal }),
    tooLate,
  );
  assert.ok(transactions > 0);
  const firstCopy = (await server.ask('fetch-library', {})).items;
  assert.equal(firstCopy.length, 1);
  const [, second] = tiles;
  await takeAllFound(means, { ...taking, document: { tiles: [second ?? {}] } });
  await vendors.close();
  const { taken } = await takeAllFound(means, taking);
  assert.deepEqual([taken.length, taken[0]?.file.id], [2, firstCopy[0]?.id]);
});

test('a document gets copies of its search results, and nothing else in it changes', async () => {
  const address = await addressOf(plain, 'image');
  const font = await addressOf(plain, 'font');
  const document = { tiles: [{ file_url: address, font, text: 'x' }, { file_url: address }], logo: '/files/a.png' };
  const means = meansOf(plain, plain.owner);
  const { document: replaced, taken } = await takeAllFound(means, { ...takingOf(plain, plain.owner), document, shape });
  assert.equal(taken.length, 1);
  const url = `/files/${taken[0]?.file.name ?? ''}`;
  assert.deepEqual(replaced, { ...document, tiles: [{ file_url: url, font, text: 'x' }, { file_url: url }] });
});

test('a file that is the wrong kind, too large, forged or expired is refused with a message', async () => {
  const means = meansOf(plain, plain.owner);
  const taking = takingOf(plain, plain.owner);
  const address = await addressOf(plain, 'image');
  const cases: [Parameters<typeof takeFound>[1], string][] = [
    [{ ...taking, media: ['video'], address }, messages.foundKind],
    [{ ...taking, below: { bytes: 1000, tooLarge: messages.imageTooLarge }, address }, messages.imageTooLarge],
    [{ ...taking, address: `${address}A` }, messages.foundGone],
    [{ ...taking, address: 'https://elsewhere.example/found/x.y' }, messages.foundGone],
  ];
  for (const [given, message] of cases) await assert.rejects(takeFound(means, given), { message });
  const later = () => new Date(Date.now() + 32 * 86_400_000);
  const inAMonth = { ...means, services: { ...plain.services, clock: later } };
  await assert.rejects(takeFound(inAMonth, { ...taking, address }), { message: messages.foundGone });
});
