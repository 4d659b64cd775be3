/** The stages of `npm test`, each reported with its name and time. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { buildSiteIfStale } from '#server/app/start/build-site.ts';
import { projectDir } from './source-files.ts';

/** node:test's counts, over any number of runs. */
export type Totals = { passed: number; failed: number; skipped: number; failures: Failure[] };

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

/** The rules of the house: tests that read only files. */
export const houseRules: readonly string[] = [
  'layers',
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

/** Types, format, lint and the rules of the house. */
export async function check(totals?: Totals): Promise<boolean> {
  // Reports all failures, not only the first.
  const results = [
    await stage('types', () => run('tsc', ['-p', '.'])),
    await stage('types of web', () => run('tsc', ['-p', 'web'])),
    await stage('format', () => run('oxfmt', ['--check', '.'])),
    await stage('lint', () => run('oxlint', ['--type-aware', '--deny-warnings', '--format=unix'])),
    await stage('house rules', () => runTests(houseRules, { totals })),
  ];
  return results.every(Boolean);
}

/**
 * Runs test files with node:test and adds its counts to `totals`. Files that allow it (`together`) share one process;
 * the others get a process each, three at a time, because they wait for a database or a network a third of their time.
 */
export async function runTests(
  files: readonly string[],
  {
    totals,
    together = false,
    environment = {},
  }: {
    totals?: Totals | undefined;
    together?: boolean;
    environment?: Readonly<Record<string, string>>;
  },
): Promise<boolean> {
  if (files.length === 0) {
    console.log('there are no test files');
    return true;
  }
  const how = together ? ['--test-isolation=none'] : ['--test-concurrency=3'];
  const limits = [
    '--test-timeout=240000',
    '--import',
    pathToFileURL(join(projectDir, 'tools/end-hanging-tests.ts')).href,
  ];
  const parameters = [
    ...limits,
    '--test',
    ...how,
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
  if (totals !== undefined) {
    totals.passed += counted.passed;
    totals.failed += counted.failed;
    totals.skipped += counted.skipped;
    totals.failures.push(...counted.failures);
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
async function run(
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
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    onStderr?.(text);
    process.stderr.write(text.replace(countLine, '').replace(failureLine, ''));
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

const countLine = /^counted: (\d+) passed, (\d+) failed, (\d+) skipped\n/gm;
const failureLine = /^failed: (\{.*\})\n/gm;

function readCounts(text: string): Totals | undefined {
  const [, passed, failed, skipped] = [...text.matchAll(countLine)].at(-1) ?? [];
  if (passed === undefined) return undefined;
  const failures = [...text.matchAll(failureLine)].map(([, json = '']) => failure.parse(JSON.parse(json)));
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped), failures };
}
