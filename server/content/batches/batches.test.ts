/** Batches of a design: with texts or in the kits of clients, drawn by the job, into streams. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { emptyDesign, type Design } from '#rules/design/design.ts';
import { newShape, newText } from '#rules/design/layers.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { aKit } from '../../app/testing/stage.ts';
import { drawBatch } from './draw-batch.job.ts';
import { endBatch, settleItem } from './job-queries.ts';

const server = await aServer();
const run = (batchId: string, signal = new AbortController().signal) =>
  drawBatch(server.services)({ batchId }, { signal, jobId: '1', retryCount: 0 });

const words = { ...newText('words', { text: 'Half price', size: 40 }), width: 500, height: 90, fits: true };
const design: Design = {
  ...emptyDesign,
  backgroundRole: 'background',
  layers: [
    { ...newShape('plate', emptyDesign, { shape: 'rect', isBorder: false }), roles: { fill: 'primary' } },
    { ...words, roles: { colour: 'text', font: 'heading' } },
  ],
};
const save = (document: Design = design) =>
  server.ask('save-thumbnail', { name: 'Offer', data: JSON.stringify(document) });
const batchOf = async (id: string) => {
  const [batch] = (await server.ask('fetch-batches', { id })).items;
  assert.ok(batch);
  return batch;
};
const titlesIn = async (id: string | null | undefined) =>
  (await server.ask('fetch-stream', { id: id ?? '' })).items.map(({ title }) => title);

test('thirty texts become thirty different pictures of a new stream, in their order', async () => {
  const { id } = await save();
  const rows = Array.from({ length: 30 }, (_, at) => ({ title: `Post ${at + 1}`, texts: { words: `Tip ${at + 1}` } }));
  const begun = await server.ask('pour-design', { id, rows, stream_title: 'Thirty tips' });
  assert.deepEqual([begun.state, begun.percent, begun.total], ['running', 0, 30]);
  await run(begun.id);
  const done = await batchOf(begun.id);
  assert.deepEqual([done.state, done.percent, done.ready], ['done', 100, 30]);
  assert.equal(new Set(done.items.map(({ url }) => url)).size, 30);
  assert.deepEqual(
    await titlesIn(done.items[0]?.content_stream_id),
    rows.map(({ title }) => title),
  );
  await run(begun.id);
  assert.equal((await titlesIn(done.items[0]?.content_stream_id)).length, 30, 'a second run adds nothing');
});

test('two runs of a batch at once add each picture to its stream once', async () => {
  const { id } = await save();
  const begun = await server.ask('pour-design', { id, rows: [{ texts: {} }], stream_title: 'Twice' });
  const { storage } = server.services;
  let isFirst = true;
  const put: typeof storage.put = async (...file) => {
    if (isFirst) {
      isFirst = false;
      await run(begun.id);
    }
    return storage.put(...file);
  };
  const other = drawBatch({ ...server.services, storage: { ...storage, put } });
  await other({ batchId: begun.id }, { signal: new AbortController().signal, jobId: '2', retryCount: 0 });
  const done = await batchOf(begun.id);
  assert.deepEqual([done.state, done.ready], ['done', 1]);
  assert.equal((await titlesIn(done.items[0]?.content_stream_id)).length, 1);
});

for (const [what, background, change] of [
  [
    'that a person skips',
    '#0000ff',
    "update batch_items set state = 'skipped' where id = (select min(id) from batch_items where batch_id = $1)",
  ],
  ['of a batch that a person stops', '#00ffff', "update batches set state = 'cancelled' where id = $1"],
] as const)
  test(`a picture ${what} while it is drawn is not added to its stream`, async () => {
    const { id } = await save({ ...design, background });
    const begun = await server.ask('pour-design', { id, rows: [{ texts: {} }, { texts: {} }], stream_title: 'Late' });
    const { storage } = server.services;
    await using person = await server.db.pool
      .connect()
      .then((held) => ({ held, [Symbol.asyncDispose]: async () => held.release() }));
    const put: typeof storage.put = async (...file) => {
      await person.held.query('begin');
      await person.held.query(change, [begun.id]);
      return storage.put(...file);
    };
    const drawing = drawBatch({ ...server.services, storage: { ...storage, put } })(
      { batchId: begun.id },
      { signal: new AbortController().signal, jobId: '1', retryCount: 0 },
    );
    await waitsForLock(server.db, drawing);
    await person.held.query('commit');
    await drawing;
    const { items } = await batchOf(begun.id);
    assert.notEqual(items[0]?.state, 'ready');
    assert.deepEqual(await titlesIn(items[0]?.content_stream_id), []);
  });

test('what happens to one batch leaves the others as they are', async () => {
  const [other, own] = [await save(), await save({ ...design, background: '#00ff00' })];
  const rows = [{ texts: { words: 'One' } }, { texts: { words: 'Two' } }];
  const pour = (id: string) => server.ask('pour-design', { id, rows, stream_title: 'Beside' });
  const [before, begun, after] = [await pour(other.id), await pour(own.id), await pour(own.id)];
  const others = async () => [await batchOf(before.id), await batchOf(after.id)];
  const untouched = await others();
  await run(begun.id);
  assert.deepEqual([(await batchOf(begun.id)).state, (await batchOf(begun.id)).ready], ['done', 2]);
  assert.deepEqual(await others(), untouched);
  await server.ask('cancel-batch', { id: after.id });
  assert.deepEqual(
    (await others()).map(({ state }) => state),
    ['running', 'cancelled'],
  );
  await run(before.id);
  const [first] = (await batchOf(before.id)).items;
  const [same] = (await batchOf(begun.id)).items;
  assert.ok(first?.url && same?.url && first.url !== same.url, 'each is drawn from its own design');
  const all = [before.id, begun.id, after.id];
  await server.db.pool.query("update batch_items set state = 'failed' where batch_id = any($1)", [all]);
  assert.deepEqual(await Promise.all(all.map(async (id) => [(await batchOf(id)).state, (await batchOf(id)).failed])), [
    ['done', 2],
    ['done', 2],
    ['cancelled', 2],
  ]);
  await server.ask('retry-batch', { id: begun.id });
  assert.deepEqual(await Promise.all(all.map(async (id) => [(await batchOf(id)).state, (await batchOf(id)).failed])), [
    ['done', 2],
    ['running', 0],
    ['cancelled', 2],
  ]);
});

test('a batch ends once none of its own pictures waits, and an outcome is recorded once', async () => {
  const { id } = await save();
  const rows = [{ texts: {} }, { texts: {} }];
  const pour = () => server.ask('pour-design', { id, rows, stream_title: 'Ends' });
  const [one, other] = [await pour(), await pour()];
  const item = one.items[0]?.id ?? '';
  const settle = (state: 'unfit' | 'failed') => server.db.asSystem((tx) => settleItem(tx, { id: item, state }));
  const end = () => server.db.asSystem((tx) => endBatch(tx, one.id));
  await settle('unfit');
  await settle('failed');
  await end();
  const running = await batchOf(one.id);
  assert.deepEqual([running.state, running.unfit, running.failed], ['running', 1, 0]);
  await server.ask('settle-batch-item', { id: item, choice: 'skip' });
  assert.equal((await server.call('settle-batch-item', { id: item, choice: 'keep' })).code, 200);
  assert.equal((await batchOf(one.id)).items[0]?.state, 'skipped', 'decided in another tab');
  await server.db.pool.query("update batch_items set state = 'failed' where batch_id = $1", [one.id]);
  await end();
  assert.deepEqual([(await batchOf(one.id)).state, (await batchOf(other.id)).state], ['done', 'running']);
  await server.ask('cancel-batch', { id: one.id });
  assert.equal((await batchOf(one.id)).state, 'done', 'a batch that has ended cannot be stopped');
  await server.db.pool.query("update batches set state = 'cancelled' where id = $1", [one.id]);
  await end();
  assert.equal((await batchOf(one.id)).state, 'cancelled');
  await run(one.id);
  assert.equal((await batchOf(one.id)).state, 'cancelled');
});

test('the pages of batches have every batch once, newest first', async () => {
  await server.db.pool.query(
    `insert into batches (agency_id, design_id, kind, name, document, state, created_by, created_at)
     select agency_id, design_id, kind, name, document, 'done', created_by, created_at
     from (select * from batches limit 1) b, generate_series(1, 60)`,
  );
  const seen: string[] = [];
  let [cursor, total]: [string | undefined, number] = [undefined, 0];
  do {
    const page: Data<'fetch-batches'> = await server.ask('fetch-batches', cursor === undefined ? {} : { cursor });
    seen.push(...page.items.map(({ id }) => id));
    [cursor, total] = [page.next ?? undefined, page.total];
  } while (cursor !== undefined);
  assert.equal(seen.length, total);
  assert.deepEqual(
    seen,
    seen.toSorted((one, other) => Number(other) - Number(one)),
  );
  assert.equal(new Set(seen).size, total);
});

test('a text that is too long waits for a person, who leaves it out or accepts it', async () => {
  const { id } = await save();
  const long = 'far too many words for such a small box '.repeat(40);
  const rows = [{ texts: { words: 'Short' } }, { texts: { words: long } }, { texts: { words: `${long}!` } }];
  const begun = await server.ask('pour-design', { id, rows, stream_title: 'Long' });
  await run(begun.id);
  const checked = await batchOf(begun.id);
  assert.deepEqual(
    checked.items.map(({ state }) => state),
    ['ready', 'unfit', 'unfit'],
  );
  assert.match(checked.items[1]?.message ?? '', /is too long and would be very small/);
  await server.ask('settle-batch-item', { id: checked.items[1]?.id ?? '', choice: 'skip' });
  await server.ask('settle-batch-item', { id: checked.items[2]?.id ?? '', choice: 'keep' });
  await run(begun.id);
  assert.deepEqual(
    (await batchOf(begun.id)).items.map(({ state }) => state),
    ['ready', 'skipped', 'ready'],
  );
});

test('a stopped batch draws no more pictures, and continues where it was', async () => {
  const { id } = await save();
  const rows = [{ texts: {} }, { texts: { words: 'far too many words for such a small box '.repeat(40) } }];
  const begun = await server.ask('pour-design', { id, rows, stream_title: 'Stopped' });
  const shown = async () => {
    const { state, ready, unfit } = await batchOf(begun.id);
    return { state, ready, unfit };
  };
  await server.ask('cancel-batch', { id: begun.id });
  await run(begun.id);
  assert.deepEqual(await shown(), { state: 'cancelled', ready: 0, unfit: 0 });
  await server.ask('retry-batch', { id: begun.id });
  await run(begun.id);
  assert.deepEqual(await shown(), { state: 'done', ready: 1, unfit: 1 });
});

test('each client gets the design in its own kit and stream, and unreadable ones wait', async () => {
  const clients = [await aClient(server.db, server.owner), await aClient(server.db, server.owner)];
  const [good, pale] = clients;
  assert.ok(good && pale);
  await server.ask('save-kit', { ...aKit, client_id: good.id });
  // The canvas has no role in the kit, so the kit does not know the background of its texts.
  const { id } = await save({
    ...design,
    backgroundRole: null,
    layers: [
      {
        ...newShape('ground', emptyDesign, { shape: 'rect', isBorder: false }),
        x: 0,
        y: 0,
        width: 700,
        height: 394,
        opacity: 0.45,
      },
      { ...words, roles: { colour: 'text' } },
    ],
  });
  const early = await server.call('apply-to-roster', { id, targets: clients.map((each) => ({ client_id: each.id })) });
  assert.match(early.message, new RegExp(messages.kitMissing));
  await server.ask('save-kit', { ...aKit, client_id: pale.id, colours: { ...aKit.colours, text: '#c9b0f5' } });
  const begun = await server.ask('apply-to-roster', { id, targets: clients.map((each) => ({ client_id: each.id })) });
  await run(begun.id);
  const done = await batchOf(begun.id);
  assert.equal(done.items[0]?.state, 'ready');
  assert.notEqual(done.items[0]?.content_stream_id, done.items[1]?.content_stream_id);
  const unfit = done.items.filter(({ state }) => state === 'unfit');
  for (const item of unfit) {
    assert.match(item.message, /can hardly be read/);
    await server.ask('settle-batch-item', { id: item.id, choice: 'repair' });
  }
  await run(begun.id);
  assert.ok((await batchOf(begun.id)).items.every(({ state }) => state === 'ready'));
});

test('a deleted stream, a deleted layer and another agency’s objects are refused', async () => {
  const { id } = await save();
  const otherAgency = await anotherAgency(server.db);
  const begun = await server.ask('pour-design', { id, rows: [{ texts: {} }], stream_title: 'Gone' });
  const stream = begun.items[0]?.content_stream_id ?? '';
  await server.ask('delete-stream', { id: stream });
  await run(begun.id);
  assert.deepEqual(
    (await batchOf(begun.id)).items.map(({ state }) => state),
    ['failed'],
  );
  assert.equal((await server.call('settle-batch-item', { id: '999999', choice: 'skip' })).code, 404);
  const unknown = await server.call('pour-design', { id, rows: [{ texts: { other: 'x' } }], stream_title: 'S' });
  assert.equal(unknown.message, messages.noTextLayer);
  for (const call of ['cancel-batch', 'retry-batch', 'fetch-batches'] as const)
    assert.equal((await server.call(call, { id: begun.id }, { as: otherAgency })).message, messages.notFound);
  const foreign = await server.call(
    'pour-design',
    { id, rows: [{ texts: {} }], stream_title: 'S' },
    { as: otherAgency },
  );
  assert.equal(foreign.message, messages.notFound);
});
