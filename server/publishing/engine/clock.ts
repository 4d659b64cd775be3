import type { Connections } from '../statements.ts';

/**
 * Gives the current instant. Statements get it as a value, so that a test (or a simulation) decides what time it is.
 */
export type Clock = { now(): Date };

/**
 * The database's clock, followed between measurements by this process's monotonic one: workers on several machines
 * agree on leases and due times although their own clocks differ or are set. `sync` measures it again; call it
 * regularly.
 */
export async function databaseClock(pool: Connections): Promise<Clock & { sync(): Promise<void> }> {
  let ahead = 0;
  const sync = async (): Promise<void> => {
    // The quickest of three round trips is the most accurate: the server read its clock in the middle of it.
    let best = Infinity;
    for (let round = 0; round < 3; round += 1) {
      const asked = performance.now();
      const { rows } = await pool.query<{ now: string }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::text as now',
      );
      const took = performance.now() - asked;
      if (took < best) {
        best = took;
        ahead = Number(rows[0]?.now) - (asked + took / 2);
      }
    }
  };
  await sync();
  return { now: () => new Date(performance.now() + ahead), sync };
}
