/**
 * `npm run torture [-- --kills 200 --deliveries 5000 --seed 1]`: prints its table; exit code 1 if a promise was broken.
 */
import { parseArgs } from 'node:util';
import { tableOf, violationsOf } from './report.ts';
import { torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    deliveries: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
  },
});
const [kills, deliveries, seed] = [Number(values.kills), Number(values.deliveries), Number(values.seed)];
if (![kills, deliveries, seed].every((number) => Number.isInteger(number) && number > 0)) {
  console.error('--kills, --deliveries and --seed take whole numbers from 1 on');
  process.exit(2);
}
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const result = await torture({ kills, deliveries, seed, say: console.log });
const violations = violationsOf(result);
console.log(`\nTorture, seed ${seed}`);
for (const line of tableOf(result)) console.log(line);
for (const violation of violations) console.log(`  VIOLATION  ${violation}`);
console.log(`violations: ${violations.length}`);
process.exit(violations.length > 0 ? 1 : 0);
