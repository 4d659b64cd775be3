import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of ours; `path` is from the project's folder, with slashes. */
export type SourceFile = { path: string; text: string };

/** The project's folder, with a slash at its end. */
export const projectDir = fileURLToPath(new URL('..', import.meta.url));

/** What lies beside our folders and is not written by us: packages, what is built, what a run keeps. */
const notOurs = ['node_modules', 'dist', 'data'];

/** The folders that hold what we write: every one of the project's with a source file in it. */
export const folders: readonly string[] = readdirSync(projectDir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !notOurs.includes(entry.name))
  .map(({ name }) => name)
  .filter((name) =>
    readdirSync(projectDir + name, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name),
    ),
  )
  .toSorted();

/** The files of our folders with one of these endings, in the order of their paths. */
export function sourceFiles(endings: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(projectDir + folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(projectDir.length))
    .filter((path) => !/(^|\/)(dist|node_modules)\//.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(projectDir + path, 'utf8') }));
}
