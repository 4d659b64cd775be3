/** The two test runners, as parts of `npm test` and `npm run proof`. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './programs.ts';
import { projectDir } from './source-files.ts';
import { add, noTests, summary, summaryVariable, timeLines, type Summary } from './totals.ts';

/** How many of a run's slowest files are printed. */
const mostSlowest = 30;

/** Runs test files (all of these projects, if none is named) with Vitest and adds its summary to the totals. */
export async function runVitest(
  files: readonly string[],
  {
    totals,
    projects = ['gate', 'gate-apart'],
    environment = {},
  }: { totals: Summary; projects?: readonly string[]; environment?: Readonly<Record<string, string>> },
): Promise<boolean> {
  const paths = files.map((path) => join(projectDir, path));
  const { passed, times } = await runCounted(
    'vitest',
    ['run', ...projects.map((project) => `--project=${project}`), ...paths],
    totals,
    environment,
  );
  if (times.length > 1) {
    const slowest = timeLines(times).split('\n').slice(0, mostSlowest).join('\n');
    console.log(`slowest of ${times.length} test files:\n${slowest}`);
  }
  return passed;
}

/** Runs browser tests of a Playwright project, those in `files` or all, and adds them to the totals. */
export async function runBrowserTests(
  files: readonly string[],
  { totals, project = 'gate' }: { totals: Summary; project?: 'gate' | 'proof' },
): Promise<boolean> {
  return (await runCounted('playwright', ['test', `--project=${project}`, ...files], totals)).passed;
}

async function runCounted(
  runner: string,
  parameters: readonly string[],
  totals: Summary,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ passed: boolean; times: Summary['times'] }> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-summary-'));
  const path = join(dir, 'summary.json');
  const passed = await run(runner, parameters, { ...environment, [summaryVariable]: path });
  const failure = { file: '', name: runner, why: 'It ended without a summary.' };
  const counted = existsSync(path)
    ? summary.parse(JSON.parse(readFileSync(path, 'utf8')))
    : { ...noTests(), failed: 1, failures: [failure] };
  rmSync(dir, { recursive: true });
  add(totals, counted);
  return { passed: passed && counted.failed === 0, times: counted.times };
}
