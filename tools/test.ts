/**
 * `npm test`: checks, then unit and database tests, then the browser tests. `npm test -- server/people/clients` runs
 * the test files whose path contains that text; `--only checks|unit|db|e2e` runs one stage. The last lines repeat all
 * failures and count every test.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { aTestCluster, clusterVariable } from '#db/testing.ts';
import { runBrowserTests } from './browser-tests.ts';
import { timeLines } from './file-times.ts';
import { programsFor } from './shared-process.ts';
import { folders, projectDir, sourceFiles } from './source-files.ts';
import { buildWeb, check, houseRules, runTests, stage, type Totals } from './stages.ts';
import { groupsOf } from './test-groups.ts';

const stages = ['checks', 'unit', 'db', 'e2e'] as const;

/** Folders whose tests are pure or use only the sandbox; tests of the other folders may need a database. */
const unitFolders = [
  'rules',
  'contract',
  'web',
  'concurrency',
  'outbound',
  'networks',
  'sources',
  'generated',
  'render',
  'catalog',
  'sandbox',
  'bench',
];

const {
  values: { only },
  positionals: filters,
} = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
if (only !== undefined && !stages.some((name) => name === only)) {
  console.error(`--only knows ${stages.join(', ')}, not ${only}`);
  process.exit(2);
}

const sources = sourceFiles(['.ts']);
const files = sources
  .map(({ path }) => path)
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));
const inFolders = (folders: readonly string[]): string[] =>
  files.filter((path) => folders.includes(path.split('/')[0] ?? ''));
const wants = (name: (typeof stages)[number]): boolean =>
  only === undefined ? filters.length === 0 || name !== 'checks' : only === name;

const totals: Totals = { passed: 0, failed: 0, skipped: 0, flaky: 0, failures: [], times: [] };
const results: boolean[] = [];

if (wants('checks')) results.push(await check(totals));
if (wants('unit') || wants('db')) {
  // In one run, so that no processor waits for the last file of the first kind.
  const unit = wants('unit') ? inFolders(unitFolders) : [];
  const others = folders.filter((folder) => !unitFolders.includes(folder) && folder !== 'e2e');
  const db = wants('db') ? inFolders(others).filter((path) => !houseRules.includes(path) || filters.length > 0) : [];
  const name = db.length === 0 ? 'unit tests' : unit.length === 0 ? 'database tests' : 'unit and database tests';
  if (unit.length + db.length > 0)
    results.push(
      await stage(name, async () =>
        inProcessesOfTheirs([...unit, ...db], {
          totals,
          environment: db.length === 0 ? {} : await sharedCluster(),
        }),
      ),
    );
}
if (wants('e2e')) {
  const e2e = inFolders(['e2e']);
  if (e2e.length > 0) {
    const built = await stage('build of web', buildWeb);
    results.push(built);
    if (built)
      results.push(await stage('browser tests', () => runBrowserTests(filters.length === 0 ? [] : e2e, totals)));
  }
}

if (results.length === 0) console.log('no test file has a path with', filters.join(' or '));
process.exitCode = results.length > 0 && results.every(Boolean) && totals.failed === 0 ? 0 : 1;
if (totals.times.length > 1) {
  const file = 'node_modules/.cache/test-times.txt';
  const slowestFirst = totals.times.toSorted(([, one], [, other]) => other - one);
  writeFileSync(join(projectDir, file), timeLines(slowestFirst));
  console.log(`\nthe times of all ${slowestFirst.length} test files: ${file}`);
}
// A truncated log still shows the last lines.
for (const { file, name, why } of totals.failures) console.log(`\nfailed: ${file}: ${name}\n${why}`);
const { passed, failed, flaky, skipped } = totals;
console.log(`tests: ${passed} passed, ${failed} failed, ${flaky} flaky, ${skipped} skipped`);

/** Runs test files in as few processes as they allow. */
async function inProcessesOfTheirs(
  tests: readonly string[],
  options: Parameters<typeof runTests>[1],
): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-tests-'));
  try {
    return await runTests(programsFor(groupsOf(tests, sources), dir), options);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** One cluster for all test processes of this run; it ends with this process. */
async function sharedCluster(): Promise<Record<string, string>> {
  const { adminUrl, url } = await aTestCluster();
  return { [clusterVariable]: `${adminUrl} ${url}` };
}
