/**
 * `npm test`, the gate: checks, then the house rules, unit and database tests, then the browser tests. `npm test --
 * server/people/clients` runs the test files whose path contains that text; `--only checks|unit|db|e2e` runs one stage.
 * The last lines repeat all failures and count every test.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runBrowserTests, runVitest } from './runners.ts';
import { projectDir, sourceFiles } from './source-files.ts';
import { buildWeb, check, houseRules, stage } from './stages.ts';
import { noTests, sayTotals, timeLines } from './totals.ts';
import { watch } from './watchdog.ts';

const stages = ['checks', 'unit', 'db', 'e2e'] as const;

/** Folders whose tests are pure or use only the sandbox; tests of the other folders may need a database. */
const unitFolders = [
  'rules',
  'contract',
  'web',
  'concurrency',
  'outbound',
  'concurrency',
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

const files = sourceFiles(['.test.ts'])
  .map(({ path }) => path)
  .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));
const wants = (name: (typeof stages)[number]): boolean =>
  only === undefined ? filters.length === 0 || name !== 'checks' : only === name;

/** The stage of a test file; the rules of the house are among the checks, unless they are asked for by their path. */
function stageOf(path: string): (typeof stages)[number] {
  const folder = path.split('/')[0] ?? '';
  if (filters.length === 0 && houseRules.includes(path)) return 'checks';
  return folder === 'e2e' ? 'e2e' : unitFolders.includes(folder) ? 'unit' : 'db';
}

const totals = noTests();
const results: boolean[] = [];
watch({ minutes: 40 });

if (wants('checks')) results.push(await check());
// In one run, so that no processor waits for the last file of the first kind.
const chosen = files.filter((path) => stageOf(path) !== 'e2e' && wants(stageOf(path)));
if (chosen.length > 0) results.push(await stage('tests without a browser', () => runVitest(chosen, { totals })));
const browser = files.filter((path) => stageOf(path) === 'e2e');
if (wants('e2e') && browser.length > 0) {
  const built = await stage('build of web', buildWeb);
  results.push(built);
  if (built)
    results.push(await stage('browser tests', () => runBrowserTests(filters.length === 0 ? [] : browser, { totals })));
}

if (results.length === 0) console.log('no test file has a path with', filters.join(' or '));
process.exitCode = results.length > 0 && results.every(Boolean) && totals.failed === 0 ? 0 : 1;
if (totals.times.length > 1) {
  const file = 'node_modules/.cache/test-times.txt';
  writeFileSync(join(projectDir, file), timeLines(totals.times));
  console.log(`\nthe times of all ${totals.times.length} test files: ${file}`);
}
sayTotals(totals);
