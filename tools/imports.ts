/** Which of our own files import which. */

import { dirname, join, normalize } from 'node:path';
import { folders, type SourceFile } from './source-files.ts';

/** One import of one of our files by another; paths are relative to the project's folder. */
export type Import = { from: string; to: string; typeOnly: boolean };

const specifiers =
  /(?:^|\n)\s*(?:import|export)\b(?<type>\s+type\b)?[^'"`;]*?\bfrom\s*['"](?<from>[^'"]+)['"]|(?:^|\n)\s*import\s*['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]/g;

/** The imports of one file: of values, of types, for side effects and at run time. Packages are left out. */
export function importsOf({ path, text }: SourceFile): Import[] {
  return [...withoutComments(text).matchAll(specifiers)].flatMap(({ groups = {} }) => {
    const specifier = groups['from'] ?? groups['bare'] ?? groups['dynamic'] ?? '';
    const to = specifier.startsWith('#')
      ? specifier.slice(1)
      : specifier.startsWith('.')
        ? normalize(join(dirname(path), specifier)).replaceAll('\\', '/')
        : undefined;
    // A path outside our files is a package or the project's own package.json.
    return to === undefined || !folders.includes(folderOf(to))
      ? []
      : [{ from: path, to, typeOnly: groups['type'] !== undefined }];
  });
}

/** A source text without its comments. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

/** The top-level folder of a path. */
export const folderOf = (path: string): string => path.split('/')[0] ?? '';

/** Whether a file is a test or a test helper (`testing.ts`, `testing-….ts`, `server/app/testing/`). */
export const isTest = (path: string): boolean =>
  /\.(test|proof)\.ts$/.test(path) || /\/testing(-\w+)?\.ts$|^server\/app\/testing\//.test(path);

/** One import per line, for a message. */
export const importLines = (found: readonly Import[]): string[] => found.map(({ from, to }) => `${from} imports ${to}`);

/** The strongly connected components of the import graph: groups of files that all reach each other (Tarjan 1972). */
export function circlesOf(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    let low = order.size;
    order.set(file, low);
    open.push(file);
    for (const { to } of next.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, order.get(to) ?? low);
    }
    if (low === order.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return low;
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return circles.toSorted((one, other) => (one[0] ?? '').localeCompare(other[0] ?? ''));
}
