/** Videos made by workers that are processes of their own: one that is killed, and agencies that share one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childrenOf, rendersOf, untilGone } from '#render/testing-processes.ts';
import { anotherAgency, type TestPerson } from './people.ts';
import { aProduction } from './processes.ts';

const production = await aProduction();
const { ask, db, owner, bucket } = production;
let worker = await production.startWorker();

/** Begins to make a video of so many slides that differ from each other. */
async function begin(name: string, slides: number, as: TestPerson = owner): Promise<string> {
  const tiles = Array.from({ length: slides }, (_, at) => ({ id: `${at}`, text: `${name} ${at}`, duration: 3 }));
  return (await ask('save-video', { name, tiles, type: 'render' }, { as })).id;
}

async function standing(id: string, as: TestPerson = owner): Promise<{ status: string; failed: string }> {
  const found = await ask('get-video-progress', { id }, { as });
  return Array.isArray(found) ? assert.fail('one was asked for') : found;
}

const finishedOf = async (agencyId: string): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select name from files where kind = 'video' and agency_id = $1`,
    [agencyId],
  );
  return rows.map(({ name }) => name);
};

/** Lets the worker that is gone be missed at once, and its job begin again without a pause. */
const passTime = () =>
  db.pool.query(
    `update pgboss.job set heartbeat_on = now() - interval '1 hour', start_after = now()
     where name = 'render-video' and state in ('active', 'retry')`,
  );

test('a video whose worker is killed is made by the next one, once, and nothing of the first runs on', async () => {
  const id = await begin('Killed', 10);
  let renders: number[] = [];
  while (renders.length === 0) {
    await standing(id);
    renders = rendersOf(worker.pid);
  }
  const family = [...renders, ...renders.flatMap(childrenOf)];
  await worker.kill();
  await untilGone(family);
  assert.partialDeepStrictEqual(await standing(id), { failed: '0' });
  assert.deepEqual(await finishedOf(owner.agencyId), []);

  worker = await production.startWorker();
  await passTime();
  while ((await standing(id)).status !== '6') {
    const { rows } = await db.pool.query(`select from pgboss.job where name = 'render-video' and state = 'retry'`);
    if (rows.length > 0) await passTime();
    assert.equal((await standing(id)).failed, '0', worker.lines.slice(-5).join('\n'));
  }
  const [finished, ...others] = await finishedOf(owner.agencyId);
  assert.deepEqual(others, []);
  assert.equal([...bucket.objects.keys()].filter((path) => path.endsWith(finished ?? '?')).length, 1);
});

test('twenty videos of one agency do not hold up the only one of another', async () => {
  const [many, few] = [await anotherAgency(db), await anotherAgency(db)];
  for (let count = 0; count < 20; count++) await begin(`Many ${count}`, 2, many);
  const id = await begin('The only one', 2, few);
  while ((await standing(id, few)).status !== '6')
    assert.equal((await standing(id, few)).failed, '0', worker.lines.slice(-5).join('\n'));
  const before = (await finishedOf(many.agencyId)).length;
  assert.ok(before < 10, `${before} of the twenty were made before it`);
});
