import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { atMost, ms, type Figure } from './table.ts';

const storm = fileURLToPath(new URL('../server/selling/memberships/storm.test.ts', import.meta.url));

/**
 * The time of a thousand events of Stripe, shuffled, some repeated or forged, until every subscription is fetched and
 * every account agrees with Stripe: measured by the test itself.
 */
export async function measure(): Promise<Figure[]> {
  const diagnostics: string[] = [];
  let failures = 0;
  const running = run({ files: [storm], concurrency: 1 })
    .on('test:fail', () => {
      failures += 1;
    })
    .on('test:diagnostic', ({ message }) => {
      diagnostics.push(message);
    });
  await finished(running.resume());
  const [, events, took] = /^(\d+) events in (\d+) ms$/m.exec(diagnostics.join('\n')) ?? [];
  if (failures > 0 || events === undefined) throw new Error('the accounts do not agree with Stripe');
  return [atMost(`${events} events of Stripe in random order, until all accounts are right`, Number(took), 20_000, ms)];
}
