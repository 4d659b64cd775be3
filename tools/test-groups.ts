/** Which test files run in one process, and in which order: each process loads their common modules once. */
import { importsOf } from './imports.ts';
import type { SourceFile } from './source-files.ts';

/**
 * Files that take ten seconds or more, the longest first: they start first, each in its own process, so that no
 * processor waits for them at the end.
 */
export const longFiles: readonly string[] = [
  'proof/simulate/simulate.test.ts',
  'proof/torture/torture.test.ts',
  'server/app/testing/contract.test.ts',
  'server/app/testing/matrix.test.ts',
  'server/app/testing/effects.test.ts',
  'server/app/testing/tenancy.test.ts',
  'server/app/testing/renders.test.ts',
  'render/video/hostile.test.ts',
  'server/app/testing/main.test.ts',
  'server/selling/upgrades/every-download.test.ts',
  'server/app/testing/separate.test.ts',
  'render/video/render-video.test.ts',
  'render/canvas/draw.test.ts',
  'server/publishing/engine/sandbox-joined.test.ts',
  'server/content/stock/take.test.ts',
  'server/people/auth/lockout.test.ts',
  'server/selling/upgrades/videos.test.ts',
  'server/content/stock/view.test.ts',
  'server/selling/memberships/storm.test.ts',
  'db/embedded.test.ts',
  'server/app/account-data/deletion.test.ts',
  'render/video/fit.test.ts',
  'networks/wordpress/rebinding.test.ts',
];

/** How many files share a process. */
const mostTogether = 10;

/**
 * Files that must come first in their process: one counts the names that its process has used; the tests of the other
 * follow an `await` on something that another file may have begun, and node:test would assign them to that file.
 */
const aloneFiles: readonly string[] = ['db/statement-names.test.ts', 'server/content/library/upload-file.test.ts'];

/** Code by which a file changes or measures its whole process: such a file has its own process. */
const ownsProcess =
  /Object\.(assign|defineProperty)\(globalThis|memoryUsage|^mock\.|process\.env(\.\w+|\[[^\]]+\]) = /m;

/**
 * Helpers that open something on import: it closes with the first file that loads the helper, and no second file may
 * use it.
 */
const opensOnLoad = /^(export )?(const [^\n]*= )?await \w|^(after|before)(Each)?\(/m;

/** A test helper, as distinct from what the product loads. */
const isHelper = (path: string): boolean => /(^|\/)testing[-.\w]*\.ts$|\/testing\//.test(path);

/** The test files in groups, in the order in which they start; each group is for one process. */
export function groupsOf(tests: readonly string[], files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const isAlone = (path: string): boolean =>
    [...longFiles, ...aloneFiles].includes(path) || ownsProcess.test(textOf(path));
  const textOf = (path: string): string => byPath.get(path)?.text ?? '';
  const openedBy = (path: string, seen = new Set<string>()): Set<string> => {
    const file = byPath.get(path);
    for (const { to, typeOnly } of file === undefined ? [] : importsOf(file)) {
      if (typeOnly || seen.has(to) || !isHelper(to)) continue;
      seen.add(to);
      openedBy(to, seen);
    }
    return seen;
  };
  const groups: { folder: string; files: string[]; opened: Set<string> }[] = [];
  for (const path of tests.filter((each) => !isAlone(each))) {
    const folder = path.split('/')[0] ?? '';
    const opened = [...openedBy(path)].filter((helper) => opensOnLoad.test(textOf(helper)));
    const group = groups.find(
      (each) =>
        each.folder === folder && each.files.length < mostTogether && !opened.some((helper) => each.opened.has(helper)),
    );
    if (group === undefined) groups.push({ folder, files: [path], opened: new Set(opened) });
    else {
      group.files.push(path);
      for (const helper of opened) group.opened.add(helper);
    }
  }
  return [
    ...longFiles.filter((path) => tests.includes(path)).map((path) => [path]),
    ...groups.map((group) => group.files),
    ...tests.filter((path) => isAlone(path) && !longFiles.includes(path)).map((path) => [path]),
  ];
}
