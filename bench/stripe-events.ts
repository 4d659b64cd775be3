import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../tools/programs.ts';
import { projectDir } from '../tools/source-files.ts';
import { atMost, ms, type Figure } from './table.ts';

/**
 * The time of a thousand events of Stripe, shuffled, some repeated or forged, until every subscription is fetched and
 * every account agrees with Stripe: measured by the test itself.
 */
export async function measure(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'stripe-events-'));
  const report = join(dir, 'report.json');
  try {
    const storm = 'server/selling/memberships/storm.proof.ts';
    const vitest = join(projectDir, 'node_modules/vitest/vitest.mjs');
    const parameters = ['run', '--project=proof', '--reporter=tap', `--outputFile=${report}`, storm];
    const passed = await run(process.execPath, [vitest, ...parameters]);
    const [, events, took] = /(\d+) events in (\d+) ms/.exec(readFileSync(report, 'utf8')) ?? [];
    if (!passed || events === undefined) throw new Error('the accounts do not agree with Stripe');
    return [
      atMost(`${events} events of Stripe in random order, until all accounts are right`, Number(took), 20_000, ms),
    ];
  } finally {
    rmSync(dir, { recursive: true });
  }
}
