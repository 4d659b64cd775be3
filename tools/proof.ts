/**
 * `npm run proof`: what takes too long for the gate. The tests in `*.proof.ts`, the simulator with many seeds, torture,
 * mutants and the proof of the browser. `-- --only tests|simulate|torture|mutants|conditions|acting|browser` runs one
 * part; with `tests`, or alone, paths choose the files whose path contains them. `-- failover --ways wakes --rounds 4`
 * loses primaries only in the ways that contain one of these words (with commas), each so often.
 */
import { parseArgs } from 'node:util';
import { run } from './programs.ts';
import { runBrowserTests, runVitest } from './runners.ts';
import { sourceFiles } from './source-files.ts';
import { buildWeb, stage } from './stages.ts';
import { noTests, sayTotals } from './totals.ts';
import { watch } from './watchdog.ts';

const {
  values: { only, ways, rounds },
  positionals: filters,
} = parseArgs({
  options: { only: { type: 'string' }, ways: { type: 'string' }, rounds: { type: 'string' } },
  allowPositionals: true,
});

const totals = noTests();
const node = (...parameters: string[]): Promise<boolean> => run(process.execPath, parameters);

const parts: Readonly<Record<string, () => Promise<boolean>>> = {
  tests: () => {
    const files = sourceFiles(['.proof.ts'])
      .map(({ path }) => path)
      .filter((path) => !path.startsWith('e2e/'))
      .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));
    const environment = {
      ...(ways === undefined ? {} : { FAILOVER_WAYS: ways }),
      ...(rounds === undefined ? {} : { FAILOVER_ROUNDS: rounds }),
    };
    return runVitest(files, { totals, projects: ['proof'], environment });
  },
  simulate: () => node('proof/simulate/main.ts', '--seeds', '1000'),
  torture: () => node('proof/torture/main.ts'),
  mutants: () => node('proof/mutants/main.ts'),
  conditions: () => node('proof/mutants/conditions.ts'),
  acting: () => node('proof/simulate/acting.ts', '--seeds', '40'),
  browser: async () => (await buildWeb()) && (await runBrowserTests(filters, { totals, project: 'proof' })),
};

if (only !== undefined && !(only in parts)) {
  console.error(`--only knows ${Object.keys(parts).join(', ')}, not ${only}; a path chooses files`);
  process.exit(2);
}
// A night: all of it takes hours on two cores.
watch({ minutes: 600 });

const results: [name: string, passed: boolean][] = [];
for (const [name, work] of Object.entries(parts)) {
  if (only === undefined ? filters.length > 0 && name !== 'tests' : name !== only) continue;
  results.push([name, await stage(name, work)]);
}
process.exitCode = results.every(([, passed]) => passed) ? 0 : 1;
console.log(`\n${results.map(([name, passed]) => `${passed ? 'passed' : 'FAILED'}  ${name}`).join('\n')}`);
sayTotals(totals);
