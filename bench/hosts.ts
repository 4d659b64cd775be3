import autocannon from 'autocannon';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openHostBrands } from '#server/base/brand/index.ts';
import { openRig } from './rig.ts';
import { atLeast, atMost, ms, quantile, reported, type Figure } from './table.ts';

const hosts = 10_000;
const lookUps = 100_000;
const hostOf = (number: number): string => `brand-${number}.example`;

/** The cost of 10,000 customers' hosts: the look-up at each request, a changed brand, and the certificate check. */
export async function measure(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-hosts-'));
  const rig = await openRig();
  const { hosts: brands } = rig;
  try {
    await rig.db.pool.query(
      `with made as (insert into agencies (name)
         select 'Agency ' || n from generate_series(0, $1::int - 1) n returning id),
       numbered as (select id, row_number() over (order by id) - 1 as n from made)
       insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
       select id, 'Brand ' || n, '#112233', '#445566', 'brand-' || n || '.example', 'proof',
          'active', now()
        from numbered`,
      [hosts],
    );
    const startedAt = performance.now();
    const second = await openHostBrands({ db: rig.db, dataDir: dir });
    const read = performance.now() - startedAt;
    await second.close();
    while (brands.of(hostOf(hosts - 1)) === undefined) await sleep(5);
    const taken: number[] = [];
    for (let turn = 0; turn < lookUps; turn += 1) {
      const began = performance.now();
      brands.of(hostOf((turn * 7919) % hosts));
      taken.push(performance.now() - began);
    }
    const changedAt = performance.now();
    await rig.db.pool.query(`update white_labels set name = 'Changed' where host = $1`, [hostOf(1)]);
    while (brands.of(hostOf(1))?.brand.name !== 'Changed') await sleep(5);
    const changed = performance.now() - changedAt;
    const before = process.threadCpuUsage();
    const asked = await autocannon({
      url: `${rig.url}/tls/ask?domain=${hostOf(4711)}`,
      connections: 10,
      duration: 5,
      workers: 1,
    });
    const { user, system } = process.threadCpuUsage(before);
    if (asked.non2xx > 0) throw new Error(`${asked.non2xx} questions for certificates were answered no`);
    return [
      reported('Reading 10,000 hosts at the start', ms(read)),
      atMost('Brand of a host among 10,000, p99', quantile(taken, 0.99), 1, (value) => `${value.toFixed(4)} ms`),
      atMost('A changed brand is shown after', changed, 1_000, ms),
      atLeast('Questions for certificates, a second (10 connections)', asked.requests.average, 5_000, (value) =>
        value.toFixed(0),
      ),
      // A busy machine gives the answering thread only a share of a processor.
      reported('the same, a second of one processor', (asked.requests.total / ((user + system) / 1e6)).toFixed(0)),
    ];
  } finally {
    await rig.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
