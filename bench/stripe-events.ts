import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectDir } from '../tools/source-files.ts';
import { atMost, ms, type Figure } from './table.ts';

/**
 * The time of a thousand events of Stripe, shuffled, some repeated or forged, until every subscription is fetched and
 * every account agrees with Stripe: measured by the test itself.
 */
export async function measure(): Promise<Figure[]> {
  const storm = 'server/selling/memberships/storm.proof.ts';
  const parameters = ['node_modules/vitest/vitest.mjs', 'run', '--project=proof', '--silent=false', storm];
  // It rejects if the test fails.
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: projectDir });
  const [, events, took] = /(\d+) events in (\d+) ms/.exec(stdout) ?? [];
  if (events === undefined) throw new Error('the test has not said how long it took');
  return [atMost(`${events} events of Stripe in random order, until all accounts are right`, Number(took), 20_000, ms)];
}
