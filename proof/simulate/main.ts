/**
 * `npm run simulate -- --seeds N --from S`: plays the seeds S, S+1, … and prints what was injected and what broke. A
 * seed that breaks something is printed with its timeline and can be replayed identically with `--from <seed> --seeds
 * 1`; `--trace` also prints the timelines of the others. The line before the last is a hash over all timelines; the
 * last one counts the violations; exit code 1 if there are any.
 */

import { parseArgs } from 'node:util';
import { faultKinds } from './faults.ts';
import { losses, type Losing } from './losing.ts';
import { playSeeds } from './run.ts';
import type { Played } from './seed.ts';
import { hashOfSeeds } from './trace-hash.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    losing: { type: 'boolean', default: false },
    without: { type: 'string' },
  },
});
const [count, from] = [values.seeds, values.from].map(Number);
if (count === undefined || from === undefined || !Number.isInteger(count) || !Number.isInteger(from) || count < 1) {
  console.error('--seeds and --from take whole numbers');
  process.exit(2);
}

const mostTraces = 3;
let traces = 0;

const totals = await playSeeds(
  Array.from({ length: count }, (_, index) => from + index),
  { isTraced: values.trace, onPlayed: tell, ...(values.losing && { losingAt }) },
);

console.log(
  `seeds run: ${totals.seeds} (${from} to ${from + count - 1}), ` +
    `${Math.round((totals.seeds / totals.seconds) * 60)} a minute`,
);
console.log(`steps: ${totals.steps}`);
console.log(
  `deliveries in the end: ${[...totals.states]
    .map(([state, number]) => `${number} ${state}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(', ')}`,
);
console.log(`faults injected: ${[...totals.faults.values()].reduce((sum, number) => sum + number, 0)}`);
for (const kind of faultKinds) console.log(`  ${String(totals.faults.get(kind) ?? 0).padStart(7)}  ${kind}`);
console.log(`traces: ${hashOfSeeds(totals.traceHashes)}`);
console.log(`violations: ${totals.violations}`);
process.exitCode = totals.violations === 0 ? 0 : 1;

/** How a seed loses commits, with `--losing`: each way in turn. */
function losingAt(seed: number): Losing {
  const loss = losses[seed % losses.length] ?? 'command';
  const { without } = values;
  return { loss, ...(without === 'journal' || without === 'hold' ? { without } : {}) };
}

function tell({ seed, violations, trace }: Played): void {
  if (values.trace || (violations.length > 0 && traces < mostTraces))
    console.log([`seed ${seed}`, ...trace].join('\n'));
  if (violations.length === 0) return;
  traces += 1;
  console.log([`seed ${seed} broke:`, ...violations.map((violation) => `  ${violation}`)].join('\n'));
}
