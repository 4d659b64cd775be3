import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of ours; `path` is from the project's folder, with slashes. */
export type SourceFile = { path: string; text: string };

/** The project's folder, with a slash at its end. */
export const projectDir = fileURLToPath(new URL('..', import.meta.url));

/** The folders that hold what we write. */
export const folders = [
  'rules', 'contract', 'networks', 'sources', 'render', 'db', 'server', 'web', 'sandbox', 'catalog', 'e2e', 'proof', 'bench', 'tools',
] as const;

/** The files of our folders with one of these endings, in the order of their paths. */
export function sourceFiles(endings: readonly string[]): SourceFile[] {
  return folders
    .flatMap(folder => readdirSync(projectDir + folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && endings.some(ending => entry.name.endsWith(ending)))
    .map(entry => `${entry.parentPath}/${entry.name}`.slice(projectDir.length))
    .filter(path => !/(^|\/)(dist|node_modules)\//.test(path))
    .toSorted()
    .map(path => ({ path, text: readFileSync(projectDir + path, 'utf8') }));
}
