/** Videos rendered by workers as separate processes: one worker is killed, and agencies share one. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { childrenOf, rendersOf, untilGone } from '#render/testing-processes.ts';
import { jobs } from '../../base/jobs.ts';
import { anotherAgency, type TestPerson } from './people.ts';
import { aProduction } from './processes.ts';

const production = await aProduction();
const { ask, db, owner, bucket } = production;
let worker = await production.startWorker();

/** Starts the rendering of a video with this many different slides. */
async function begin(name: string, slides: number, as: TestPerson = owner): Promise<string> {
  const tiles = Array.from({ length: slides }, (_, at) => ({ id: `${at}`, text: `${name} ${at}`, duration: 3 }));
  return (await ask('save-video', { name, tiles, type: 'render' }, { as })).id;
}

/** The state of a video from its row, which has no rate limit. */
async function standing(id: string): Promise<{ status: string; failed: boolean }> {
  const {
    rows: [row],
  } = await db.pool.query<{ status: string; failed: boolean }>('select status, failed from videos where id = $1', [id]);
  return row ?? assert.fail('the video is gone');
}

/** Waits until a video is rendered; fails at once if it cannot be. */
async function untilMade(id: string, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  await until(
    async () => {
      const { status, failed } = await standing(id);
      assert.equal(failed, false, worker.lines.slice(-5).join('\n'));
      if (status === '6') return true;
      await meanwhile();
      return false;
    },
    { seconds: 300, what: 'a video' },
  );
}

const finishedOf = async (agencyId: string): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select name from files where kind = 'video' and agency_id = $1`,
    [agencyId],
  );
  return rows.map(({ name }) => name);
};

/** Makes the next check notice that the worker is gone. */
const missWorker = () =>
  db.pool.query(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where name = $1 and state = 'active'`, [
    jobs.renderVideo.name,
  ]);
/** A lost job waits a few seconds before it is retried; this makes it due now. */
const beginRetriesAtOnce = () =>
  db.pool.query(
    `update pgboss.job set start_after = now() where name = $1 and state = 'retry' and start_after > now()`,
    [jobs.renderVideo.name],
  );

test('a video whose worker is killed is rendered once by the next worker, and no process is left over', async () => {
  const id = await begin('Killed', 10);
  let renders: number[] = [];
  await until(
    () => {
      renders = rendersOf(worker.pid);
      return renders.length > 0;
    },
    { seconds: 60, what: () => `a render; the worker said: ${worker.lines.slice(-5).join('\n')}` },
  );
  const family = [...renders, ...renders.flatMap(childrenOf)];
  await worker.kill();
  await untilGone(family);
  assert.equal((await standing(id)).failed, false);
  assert.deepEqual(await finishedOf(owner.agencyId), []);

  await missWorker();
  worker = await production.startWorker();
  await untilMade(id, beginRetriesAtOnce);
  const [finished, ...others] = await finishedOf(owner.agencyId);
  assert.deepEqual(others, []);
  assert.equal([...bucket.objects.keys()].filter((path) => path.endsWith(finished ?? '?')).length, 1);
});

test('twenty videos of one agency do not delay the only one of another', async () => {
  const [many, few] = [await anotherAgency(db), await anotherAgency(db)];
  for (let count = 0; count < 20; count++) await begin(`Many ${count}`, 2, many);
  const madeBefore = (await finishedOf(many.agencyId)).length;
  await untilMade(await begin('The only one', 2, few));
  const meanwhile = (await finishedOf(many.agencyId)).length - madeBefore;
  assert.ok(meanwhile < 5, `${meanwhile} of the twenty were rendered before it, ${madeBefore} before it was requested`);
});
