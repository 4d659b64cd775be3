/** The stages of `npm test`, each reported with its name and time. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSiteIfStale } from '#server/app/processes/start/build-site.ts';
import { run } from './programs.ts';
import { projectDir } from './source-files.ts';
import { add, noTests, summary, timeLines, type Summary } from './totals.ts';
import { summaryVariable } from './vitest-summary.ts';

/** Runs a stage and prints its duration; a stage that throws has failed. */
export async function stage(name: string, work: () => Promise<boolean>): Promise<boolean> {
  const startedAt = performance.now();
  console.log(`\n— ${name}`);
  const passed = await work();
  console.log(`— ${name}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return passed;
}

/** The house rules: tests that only read files. */
export const houseRules: readonly string[] = [
  'layers',
  'feature-names',
  'publishing-folders',
  'waits',
  'circles',
  'tables',
  'size',
  'row-case',
  'addresses',
  'docs',
  'doc-comments',
  'lockfile',
  'delivery-states',
  'catalog-pictures/screens',
].map((name) => `tools/${name}.test.ts`);

/** Types, format, lint and the house rules. */
export async function check(totals: Summary = noTests()): Promise<boolean> {
  // Reports all failures, not only the first.
  const results = [
    // Each checker computes the types of the contract again: four took 61 s of processor time, two 37, one 22. So each
    // project has one, and the two projects share the processors.
    await stage('types', async () => {
      const passed = await Promise.all(['.', 'web'].map((project) => run('tsc', ['-p', project, '--checkers', '1'])));
      return passed.every(Boolean);
    }),
    await stage('format', () => run('oxfmt', ['--check', '.'])),
    await stage('lint', () => run('oxlint', ['--type-aware', '--deny-warnings', '--format=unix'])),
    await stage('house rules', () => runVitest(houseRules, { totals })),
  ];
  return results.every(Boolean);
}

/** How many of a run's slowest files are printed. */
const mostSlowest = 30;

/** Runs test files (all of these projects, if none is named) with Vitest and adds its summary to the totals. */
export async function runVitest(
  files: readonly string[],
  { totals, projects = ['gate', 'gate-apart'] }: { totals: Summary; projects?: readonly string[] },
): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-vitest-'));
  const summaryPath = join(dir, 'summary.json');
  const parameters = [
    join(projectDir, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...files.map((path) => join(projectDir, path)),
  ];
  const passed = await run(process.execPath, parameters, { [summaryVariable]: summaryPath });
  const written = existsSync(summaryPath) ? readFileSync(summaryPath, 'utf8') : null;
  rmSync(dir, { recursive: true });
  if (written === null) {
    const failure = { file: '', name: 'Vitest', why: 'It ended without a summary.' };
    add(totals, { ...noTests(), failed: 1, failures: [failure] });
    return false;
  }
  const counted = summary.parse(JSON.parse(written));
  add(totals, counted);
  if (counted.times.length > 1) {
    const slowest = timeLines(counted.times).split('\n').slice(0, mostSlowest).join('\n');
    console.log(`slowest of ${counted.times.length} test files:\n${slowest}`);
  }
  return passed && counted.failed === 0;
}

/** Builds the browser app if its sources have changed; the browser tests get what `npm start` would serve. */
export async function buildWeb(): Promise<boolean> {
  try {
    await buildSiteIfStale({ say: console.log });
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}
