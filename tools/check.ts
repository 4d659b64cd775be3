/** `npm run check`: types, format, lint and the house rules, without starting the product. */
import { runVitest } from './runners.ts';
import { check, houseRules, stage } from './stages.ts';
import { noTests } from './totals.ts';

const results = [await check(), await stage('house rules', () => runVitest(houseRules, { totals: noTests() }))];
process.exitCode = results.every(Boolean) ? 0 : 1;
