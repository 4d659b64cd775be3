/** Test files that share a process: their common modules are loaded once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectDir } from './source-files.ts';

const thisFile = fileURLToPath(import.meta.url);

/**
 * Runs test files of the project one after the other. Each is a suite with its path as the name: its hooks are for it
 * alone, and everything it opened is closed before the next one is loaded.
 */
export async function runOneByOne(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await suite(path, async () => {
      await import(pathToFileURL(join(projectDir, path)).href);
    });
  }
}

/** The programs, in `dir`, that node:test runs for groups of test files; a file alone is its own program. */
export function programsFor(groups: readonly (readonly string[])[], dir: string): string[] {
  return groups.map(([first = '', ...others], index) => {
    if (others.length === 0) return first;
    const program = join(dir, `${index}-${first.replaceAll('/', '-')}`).replace(/\.test\.tsx?$/, '.test.mjs');
    writeFileSync(
      program,
      `import { runOneByOne } from ${JSON.stringify(import.meta.url)};\n` +
        `await runOneByOne(${JSON.stringify([first, ...others])});\n`,
    );
    return program;
  });
}

/**
 * The project file that a node:test event is about; undefined for the event of a whole group. `file` is where the test
 * is.
 */
export const fileOfEvent = ({ file, name }: { file: string; name?: string | undefined }): string | undefined =>
  file === thisFile ? name : file.startsWith(projectDir) ? file.slice(projectDir.length) : undefined;
