/** Which calls the gate tries with everything that can be wrong; the proof tries them all. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '#contract/index.ts';

const projectDir = join(import.meta.dirname, '../../..');

/** Every tenth call by name, and those that a changed file of `contract/` or `server/` names. */
export function chosenCalls(changed: readonly string[] = changedFiles()): typeof calls {
  const tenth = calls
    .map(({ name }) => name)
    .toSorted()
    .filter((_, index) => index % 10 === 0);
  const texts = changed
    .filter((path) => /^(contract|server)\//.test(path) && /(?<!\.test|\.proof)\.ts$/.test(path))
    // The inputs of the generated tests name most calls; who adds a call changes its contract, too.
    .filter((path) => !path.startsWith('server/app/testing/'))
    .map((path) => join(projectDir, path))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
  return calls.filter(({ name }) => tenth.includes(name) || texts.some((text) => text.includes(`'${name}'`)));
}

/** The files that differ from where this branch left `origin/main`; none where git cannot say it. */
function changedFiles(): string[] {
  const git = (...parameters: string[]): string =>
    execFileSync('git', parameters, { cwd: projectDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const base = git('merge-base', 'origin/main', 'HEAD').trim();
    const added = git('ls-files', '--others', '--exclude-standard');
    return `${git('diff', '--name-only', base)}\n${added}`.split('\n').filter((path) => path !== '');
  } catch {
    return [];
  }
}
