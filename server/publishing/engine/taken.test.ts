import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { aSchedule } from '../testing.ts';
import { aStage } from '../testing-stage.ts';
import { runOn } from '../statements.ts';
import { claimDue, claimExpired, claimReads } from './claim.ts';

const db = await testDatabase();
const run = runOn(db.pool);

/** Rows of two agencies' deliveries that differ in everything that a worker gets with them. */
async function twoOfEverything() {
  const { clock } = await aStage(db);
  await aSchedule(db, { network: 'reddit' });
  await db.pool.query(`
    update items set title = 'item of ' || agency_id, description_format = 'formatted';
    update streams set type = 'image' where id = (select max(id) from streams);
    update items set type = 'image' where stream_id = (select max(id) from streams);
    insert into files (agency_id, name, content_type, size_bytes, sha256, kind)
      select agency_id, 'file-of-' || id, 'image/png', id, '', 'image' from items;
    update items i set file_id = (select f.id from files f where f.agency_id = i.agency_id);
    insert into file_uses (agency_id, file_id, item_id) select agency_id, file_id, id from items;
    insert into network_waits (network, until, waits_from, waits_until)
      select network, '2026-06-01', '2026-06-01', '2026-06-01'::timestamptz + make_interval(mins => id::int)
      from social_accounts;
    insert into attempts (agency_id, delivery_id, number, worker, fingerprint, fenced_at, post_id)
      select agency_id, id, number, 'w', '', now(), id || '-' || number
      from deliveries, generate_series(1, 2) as number`);
  const at = clock.now();
  return { worker: 'w', now: at, leaseUntil: at, limit: 9 };
}

const ready = "state = 'uncertain', next_at = '2026-06-01', worker = null";
for (const [what, change, take] of [
  [
    'due',
    'state = state',
    (claim: Parameters<typeof claimReads>[1]) =>
      claimDue(run, {
        ...claim,
        rooms: new Map([
          ['telegram', 9],
          ['reddit', 9],
        ]),
      }),
  ],
  ['uncertain', ready, (claim: Parameters<typeof claimReads>[1]) => claimReads(run, claim)],
  [
    'abandoned',
    "state = 'sending', lease_until = '2026-06-01'",
    (claim: Parameters<typeof claimReads>[1]) => claimExpired(run, { ...claim, except: [] }),
  ],
] as const)
  test(`a taken delivery (${what}) comes with its own account, item, file, network wait and last attempt`, async () => {
    const claim = await twoOfEverything();
    await db.pool.query(`update deliveries set ${change}`);
    const { rows: stored } = await db.pool.query(
      `select d.id, a.external_id as "externalId", a.network, i.title, s.type as "streamType", i.file_id as "fileId",
         f.name as "fileName", w.waits_until as "networkWaitsUntil", d.id || '-2' as "attemptPostId"
       from deliveries d
       join social_accounts a on a.id = d.account_id
       join occurrences o on o.id = d.occurrence_id
       join items i on i.id = o.item_id
       join streams s on s.id = i.stream_id
       join files f on f.id = i.file_id
       join network_waits w on w.network = a.network
       order by d.id`,
    );
    const taken = (await take(claim)).toSorted((one, other) => Number(one.id) - Number(other.id));
    assert.equal(stored.length, 2);
    assert.deepEqual(
      taken.map((row) => ({
        id: row.id,
        externalId: row.externalId,
        network: row.network,
        title: row.title,
        streamType: row.streamType,
        fileId: row.fileId,
        fileName: row.fileName,
        networkWaitsUntil: row.networkWaitsUntil,
        attemptPostId: row.attemptPostId,
      })),
      stored,
    );
    assert.deepEqual(
      taken.map(({ pictures }) => pictures.map(({ name }) => name)),
      taken.map(({ fileName }) => [fileName]),
    );
  });
