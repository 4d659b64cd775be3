/** The test files of a run: each switches a mistake on and imports the real test file. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Begun } from './worker.ts';

/** Removes the files of a run. */
export function clearRun(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.endsWith('.test.ts') || name.startsWith('current-')) rmSync(join(folder, name));
}

/** Writes the test files of a run, in their order. */
export function writeRun(folder: string, begun: readonly Begun[]): void {
  for (const [at, each] of begun.entries())
    writeFileSync(
      join(folder, `${String(at).padStart(6, '0')}-${each.id}.test.ts`),
      `import { begin } from '../proof/mutants/worker.ts';\nawait begin(${JSON.stringify(each)});\n`,
    );
}
