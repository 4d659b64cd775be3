/** How soon a killed worker is noticed, by real processes with the leases of production. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStage, planDeliveries } from './publishing-stage.ts';
import { atMost, exactly, ms, type Figure } from './table.ts';

/** A network slow enough that the kill always falls between the request and its answer. */
const latencyMs = 20_000;
const longestMs = 120_000;

/**
 * Kills that one of two workers that has just passed the fence, and waits until the other one has taken the delivery
 * over.
 */
export async function measure(): Promise<Figure[]> {
  const stage = await openStage({ accounts: 1, latencyMs, secretKey: randomBytes(32), workers: 2 });
  try {
    await planDeliveries(stage, { name: 'killed', deliveries: [{ account: 0, dueAt: new Date() }] });
    const stateIs = async (state: string): Promise<boolean> => {
      const { rows } = await stage.db.pool.query('select from deliveries where state = $1', [state]);
      return rows.length > 0;
    };
    const until = async (state: string): Promise<number> => {
      const began = performance.now();
      while (!(await stateIs(state)) && performance.now() - began < longestMs) await sleep(20);
      return performance.now() - began;
    };
    await until('sending');
    const { rows } = await stage.db.pool.query<{ worker: string }>('select worker from deliveries');
    const killed = stage.killWorker(rows[0]?.worker ?? '');
    // Telegram cannot be asked, so a lost answer becomes a question to a person.
    return [
      exactly('workers killed mid-publish', killed ? 1 : 0, 1),
      atMost('noticed by the other worker after', await until('uncertain'), 90_000, ms),
    ];
  } finally {
    await stage.stop();
  }
}
