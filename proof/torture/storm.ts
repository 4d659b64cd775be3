import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';
import type { Victim } from './database.ts';
import type { Random } from '../random.ts';

/** The processes that a storm may kill. */
export type Victims = { workers: readonly [Child, ...Child[]]; web: Child; database: Victim };

/** How often each was killed; a frozen worker is stopped for longer than its lease, and continues. */
export type Kills = Record<'worker' | 'web' | 'database server' | 'database connection', number> & { frozen: number };

/** The mean pause between two kills. */
export const pauseMilliseconds = 600;
const freezesAmong = 0.12;

/**
 * Kills at random moments until `kills` processes were hit: seven in ten are workers, the others the web server and the
 * database.
 */
export async function rage(
  { workers, web, database }: Victims,
  { kills, leaseSeconds, random }: { kills: number; leaseSeconds: number; random: Random },
): Promise<Kills> {
  const told: Kills = { worker: 0, web: 0, 'database server': 0, 'database connection': 0, frozen: 0 };
  for (let done = 0; done < kills;) {
    await sleep(random.between(0.2, 1.8) * pauseMilliseconds);
    if (random.next() < freezesAmong) told.frozen += freeze() ? 1 : 0;
    const chance = random.next();
    const victim =
      chance < 0.7 ? 'worker' : chance < 0.82 ? 'web' : chance < 0.92 ? 'database server' : 'database connection';
    if (!kill(victim)) continue;
    told[victim] += 1;
    done += 1;
  }
  return told;

  function freeze(): boolean {
    const victim = workers.find((worker) => worker.isReady());
    victim?.freeze(leaseSeconds * 1000 * random.between(0.8, 1.6));
    return victim !== undefined;
  }

  function kill(victim: keyof Omit<Kills, 'frozen'>): boolean {
    switch (victim) {
      case 'worker':
        return killWorker();
      case 'web':
        return web.kill();
      case 'database server':
        return database.kill('server');
      case 'database connection':
        return database.kill('connection');
      default:
        return victim satisfies never;
    }
  }

  // A starting worker holds nothing yet, so the kill usually waits for a working one.
  function killWorker(): boolean {
    if (random.next() < 0.1) return random.pick(workers).kill();
    const [first, ...others] = workers.filter((worker) => worker.isReady());
    return first !== undefined && random.pick([first, ...others]).kill();
  }
}
