/**
 * `npm run mutants [-- part of a path]`: puts each mistake of the table into a copy of the project and runs the test
 * that must fail because of it; the same test must pass without the mistake. The last line counts; exit code 1 if a
 * mistake went unnoticed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { aTestCluster, clusterVariable } from '#db/testing.ts';
import { copyProject } from './copy.ts';
import { allMutants, withMistake, type Mutant } from './mutants.ts';

/** What Vitest's JSON reporter writes, as far as it is read here. */
const report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) })),
});

const filter = process.argv[2] ?? '';
const chosen = allMutants.filter(({ file, test }) => file.includes(filter) || test.includes(filter));
const copy = copyProject();
const { adminUrl, url } = await aTestCluster();
let unnoticed = 0;
try {
  for (const mutant of chosen) {
    const problem = await tryOut(mutant);
    if (problem !== null) unnoticed += 1;
    console.log(
      `${problem === null ? 'noticed  ' : 'UNNOTICED'}  ${mutant.file}: ` +
        `${mutant.mistake}${problem === null ? '' : ` (${problem})`}`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`mutants: ${chosen.length - unnoticed} noticed, ${unnoticed} not`);
process.exitCode = unnoticed === 0 && chosen.length > 0 ? 0 : 1;

/** What is wrong with a mutant's test; null if it passes without the mistake and fails with it. */
async function tryOut(mutant: Mutant): Promise<string | null> {
  if ((await outcomeOf(mutant)) !== 'passed') return 'the test does not pass without the mistake';
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, withMistake(mutant, text));
  try {
    return (await outcomeOf(mutant)) === 'failed' ? null : 'the test passes with the mistake';
  } finally {
    writeFileSync(path, text);
  }
}

/** Runs one test by its title in the copy. */
async function outcomeOf({ test, title }: Mutant): Promise<'passed' | 'failed' | 'not run'> {
  const pattern = title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const output = join(copy, 'mutant-report.json');
  rmSync(output, { force: true });
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=json',
      `--outputFile=${output}`,
      '--testTimeout=120000',
      `--testNamePattern=${pattern}`,
      join(copy, test),
    ],
    {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, [clusterVariable]: `${adminUrl} ${url}` },
    },
  );
  await new Promise((resolve) => {
    child.once('close', resolve);
  });
  if (!existsSync(output)) return 'not run';
  const { testResults } = report.parse(JSON.parse(readFileSync(output, 'utf8')));
  const result = testResults.flatMap(({ assertionResults }) => assertionResults).find((each) => each.title === title);
  return result?.status === 'passed' ? 'passed' : result?.status === 'failed' ? 'failed' : 'not run';
}
