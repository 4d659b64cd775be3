/** The stages of `npm test`, each reported with its name and time. */
import { buildSiteIfStale } from '#server/app/processes/start/build-site.ts';
import { run } from './programs.ts';

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

/** Types, format and lint. */
export async function check(): Promise<boolean> {
  // Reports all failures, not only the first. Side by side, because each leaves a processor idle part of the time.
  const results = await Promise.all([
    // Each checker computes the types of the contract again: four took 61 s of processor time, two 37, one 22. So each
    // project has one, and the two projects share the processors.
    stage('types', async () => {
      const passed = await Promise.all(['.', 'web'].map((project) => run('tsc', ['-p', project, '--checkers', '1'])));
      return passed.every(Boolean);
    }),
    stage('format', () => run('oxfmt', ['--check', '.'])),
    stage('lint', () => run('oxlint', ['--type-aware', '--deny-warnings', '--format=unix'])),
  ]);
  return results.every(Boolean);
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
