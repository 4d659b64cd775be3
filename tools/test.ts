/**
 * `npm test`: checks, then unit and database tests, then the browser tests. `npm test -- server/clients` runs the test
 * files whose path contains that text; `--only checks|unit|db|e2e` runs one stage. The last lines repeat all failures
 * and count every test.
 */
import { parseArgs } from 'node:util';
import { aTestCluster, clusterVariable } from '#db/testing.ts';
import { folders, sourceFiles } from './source-files.ts';
import { buildWeb, check, houseRules, runTests, stage, type Totals } from './stages.ts';

const stages = ['checks', 'unit', 'db', 'e2e'] as const;

/** Folders whose tests are pure or use only the sandbox; tests of the other folders may need a database. */
const unitFolders = [
  'rules',
  'contract',
  'web',
  'outbound',
  'networks',
  'sources',
  'render',
  'catalog',
  'sandbox',
  'bench',
];

/** Folders whose tests share no state, so that they can share one process (those of web stub a browser's storage). */
const pureFolders = ['rules', 'contract', 'catalog'];

const {
  values: { only },
  positionals: filters,
} = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
if (only !== undefined && !stages.some((name) => name === only)) {
  console.error(`--only knows ${stages.join(', ')}, not ${only}`);
  process.exit(2);
}

const files = sourceFiles(['.test.ts'])
  .map(({ path }) => path)
  .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));
const inFolders = (folders: readonly string[]): string[] =>
  files.filter((path) => folders.includes(path.split('/')[0] ?? ''));
const wants = (name: (typeof stages)[number]): boolean =>
  only === undefined ? filters.length === 0 || name !== 'checks' : only === name;

const totals: Totals = { passed: 0, failed: 0, skipped: 0, failures: [] };
const results: boolean[] = [];

if (wants('checks')) results.push(await check(totals));
if (wants('unit')) {
  const pure = inFolders(pureFolders);
  const others = inFolders(unitFolders).filter((path) => !pure.includes(path));
  if (pure.length > 0) results.push(await stage('unit tests', () => runTests(pure, { totals, together: true })));
  if (others.length > 0) results.push(await stage('unit tests with the sandbox', () => runTests(others, { totals })));
}
if (wants('db')) {
  const others = folders.filter((folder) => !unitFolders.includes(folder) && folder !== 'e2e');
  const db = inFolders(others).filter((path) => !houseRules.includes(path) || filters.length > 0);
  if (db.length > 0)
    results.push(
      await stage('database tests', async () => runTests(db, { totals, environment: await sharedCluster() })),
    );
}
if (wants('e2e')) {
  const e2e = inFolders(['e2e']);
  if (e2e.length > 0) {
    const built = await stage('build of web', buildWeb);
    results.push(built);
    if (built)
      results.push(
        await stage('browser tests', async () => runTests(e2e, { totals, environment: await sharedCluster() })),
      );
  }
}

if (results.length === 0) console.log('no test file has a path with', filters.join(' or '));
process.exitCode = results.length > 0 && results.every(Boolean) && totals.failed === 0 ? 0 : 1;
// A truncated log still shows the last lines.
for (const { file, name, why } of totals.failures) console.log(`\nfailed: ${file}: ${name}\n${why}`);
console.log(`tests: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);

/** One cluster for all test processes of this run; it ends with this process. */
async function sharedCluster(): Promise<Record<string, string>> {
  const { adminUrl, url } = await aTestCluster();
  return { [clusterVariable]: `${adminUrl} ${url}` };
}
