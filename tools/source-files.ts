import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One of our files; `path` is relative to the project's folder, with slashes. */
export type SourceFile = { path: string; text: string };

/** The project's folder, with a trailing slash. */
export const projectDir = fileURLToPath(new URL('..', import.meta.url));

/** Folders beside our own that we do not write: packages, build output, data of a run. */
const notOurs = ['node_modules', 'dist', 'data'];

/** The folders we write: every folder of the project that contains a source file. */
export const folders: readonly string[] = readdirSync(projectDir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !notOurs.includes(entry.name))
  .map(({ name }) => name)
  .filter((name) =>
    readdirSync(projectDir + name, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name),
    ),
  )
  .toSorted();

/** The files of our folders with one of these extensions, sorted by path. */
export function sourceFiles(endings: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(projectDir + folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(projectDir.length))
    .filter((path) => !/(^|\/)(dist|node_modules)\//.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(projectDir + path, 'utf8') }));
}
