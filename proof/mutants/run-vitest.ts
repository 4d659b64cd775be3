/** One process of Vitest over the test files of a run, ended and continued if a mistake makes it hang. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { aTestCluster, clusterVariable } from '#db/testing.ts';
import { clearRun, writeRun } from './run-files.ts';
import type { Begun } from './worker.ts';

/** How long one test file may take, with a mistake or without; a mistake that takes longer counts as noticed. */
const mostSeconds = 180;

const config = `
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
class InOrder extends BaseSequencer {
  sort(files) { return files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1)); }
}
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['mutant-runs/*.test.ts'], pool: 'forks', isolate: false, maxWorkers: 2,
    testTimeout: 45_000, hookTimeout: 45_000,
    teardownTimeout: 20_000, restoreMocks: true, silent: true, reporters: ['dot'], passWithNoTests: true,
    setupFiles: ['tools/vitest-setup.ts'], experimental: { viteModuleRunner: false }, sequence: { sequencer: InOrder },
  },
});
`;

/** Runs them; what each noticed is in the folder. */
export async function runVitestIn(
  copy: string,
  { folder, begun, early }: { folder: string; begun: readonly Begun[]; early: number },
): Promise<void> {
  const { adminUrl, url } = await aTestCluster();
  writeFileSync(join(copy, 'mutants.config.mjs'), config);
  for (let left = begun; left.length > 0;) {
    clearRun(folder);
    writeRun(folder, left);
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config=mutants.config.mjs'], {
      cwd: copy,
      stdio: ['ignore', 'ignore', process.env['MUTANTS_LOUD'] === undefined ? 'ignore' : 'inherit'],
      detached: true,
      env: {
        ...process.env,
        [clusterVariable]: `${adminUrl} ${url}`,
        MUTANTS_FOLDER: folder,
        ...(early === 0 ? {} : { MUTANT_EARLY: String(early) }),
      },
    });
    let hung: Begun[] = [];
    const watch = setInterval(() => {
      hung = hungIn(folder);
      if (hung.length > 0 && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, 5_000);
    await once(child, 'close');
    clearInterval(watch);
    for (const { id, file } of hung)
      appendFileSync(join(folder, id === 0 ? 'broken' : `noticed-${id}`), `${file}: hangs\n`);
    const done = hung.length === 0;
    left = done ? [] : left.filter((each) => !hung.some(({ id, file }) => id === each.id && file === each.file));
  }
}

const beginning = z.object({ id: z.number(), file: z.string() });

/** What the workers have been at for too long. */
function hungIn(folder: string): Begun[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('current-'))
    .map((name) => join(folder, name))
    .filter((path) => Date.now() - statSync(path).mtimeMs > mostSeconds * 1000)
    .map((path) => beginning.parse(JSON.parse(readFileSync(path, 'utf8'))));
}
