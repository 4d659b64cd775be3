/** The stages of `npm test`, each reported with its name and time. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { buildSiteIfStale } from '#server/app/processes/start/build-site.ts';
import { timeLines, type FileTime } from './file-times.ts';
import { projectDir } from './source-files.ts';

/** node:test's counts over any number of runs, and the duration of each file. */
export type Totals = {
  passed: number;
  failed: number;
  skipped: number;
  /** Passed at the second attempt. */
  flaky: number;
  failures: Failure[];
  times: FileTime[];
};

/** A failed test: its file in the project, its title, and the beginning of its error. */
export type Failure = z.infer<typeof failure>;

const failure = z.object({ file: z.string(), name: z.string(), why: z.string() });

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
export async function check(totals?: Totals): Promise<boolean> {
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
    await stage('house rules', () => runTests(houseRules, { totals })),
  ];
  return results.every(Boolean);
}

/** How many of a run's slowest files are printed. */
const mostSlowest = 15;

/**
 * Runs test programs with node:test and adds its counts to `totals`. Each program is a process, three at a time,
 * because they wait for a database or a network a third of their time.
 */
export async function runTests(
  files: readonly string[],
  {
    totals,
    environment = {},
  }: {
    totals?: Totals | undefined;
    environment?: Readonly<Record<string, string>>;
  },
): Promise<boolean> {
  if (files.length === 0) {
    console.log('there are no test files');
    return true;
  }
  const limits = [
    '--test-timeout=240000',
    '--import',
    pathToFileURL(join(projectDir, 'tools/end-hanging-tests.ts')).href,
  ];
  const parameters = [
    ...limits,
    '--test',
    '--test-concurrency=3',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(projectDir, 'tools/summary-reporter.ts')}`,
    '--test-reporter-destination=stderr',
    ...files,
  ];
  let heard = '';
  const passed = await run(process.execPath, parameters, {
    environment,
    onStderr: (text) => {
      heard += text;
    },
  });
  const counted = readCounts(heard);
  if (counted === undefined) {
    console.log('node:test ended without a count');
    return false;
  }
  if (counted.times.length > 1) {
    process.stdout.write(
      `slowest of ${counted.times.length} test files:\n${timeLines(counted.times.slice(0, mostSlowest))}`,
    );
  }
  if (totals !== undefined) {
    totals.passed += counted.passed;
    totals.failed += counted.failed;
    totals.skipped += counted.skipped;
    totals.failures.push(...counted.failures);
    totals.times.push(...counted.times);
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

/** Node's compile cache, shared by all processes; without it each would strip and compile every source again. */
const compileCache = join(projectDir, 'node_modules/.cache/compiled');

/** Runs a program of node_modules/.bin (or by its path) in the project's folder and passes its output through. */
export async function run(
  program: string,
  parameters: readonly string[],
  {
    environment = {},
    onStderr,
  }: {
    environment?: Readonly<Record<string, string>>;
    onStderr?: (text: string) => void;
  } = {},
): Promise<boolean> {
  const bin = join(projectDir, 'node_modules/.bin');
  const path = program.includes('/') || program.includes('\\') ? program : join(bin, program);
  const child = spawn(path, parameters, {
    cwd: projectDir,
    stdio: ['ignore', 'inherit', onStderr === undefined ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      ...environment,
      PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH']}`,
    },
  });
  let begun = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    onStderr?.(text);
    // A line that is only for us may arrive in pieces.
    const end = (begun + text).lastIndexOf('\n') + 1;
    const lines = (begun + text).slice(0, end);
    begun = (begun + text).slice(end);
    process.stderr.write(lines.replace(countLine, '').replace(failureLine, '').replace(timesLine, ''));
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.stderr.write(begun);
      resolve(code === 0);
    });
  });
}

const countLine = /^counted: (\d+) passed, (\d+) failed, (\d+) skipped\n/gm;
const failureLine = /^failed: (\{.*\})\n/gm;
const timesLine = /^file times: (\[.*\])\n/gm;
const fileTimes = z.array(z.tuple([z.string(), z.number()]));

function readCounts(text: string): Totals | undefined {
  const [, passed, failed, skipped] = [...text.matchAll(countLine)].at(-1) ?? [];
  if (passed === undefined) return undefined;
  const failures = [...text.matchAll(failureLine)].map(([, json = '']) => failure.parse(JSON.parse(json)));
  const [, times = '[]'] = [...text.matchAll(timesLine)].at(-1) ?? [];
  return {
    passed: Number(passed),
    failed: Number(failed),
    skipped: Number(skipped),
    flaky: 0,
    failures,
    times: fileTimes.parse(JSON.parse(times)),
  };
}
