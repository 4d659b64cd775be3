import { setTimeout as sleep } from 'node:timers/promises';

/** The folders of the server and its worker, and the sandbox; a change in one of them restarts what runs it. */
export const watchedFolders = [
  'server',
  'contract',
  'rules',
  'outbound',
  'networks',
  'sources',
  'render',
  'db',
  'catalog',
  'sandbox',
];

/** Whether a running process has read a file: sources, data and migrations, but no tests and no generated types. */
export const isLoaded = (path: string): boolean =>
  watchedFolders.some((folder) => path.startsWith(`${folder}/`)) &&
  /\.(ts|json|sql|md)$/.test(path) &&
  !/\.(test|proof)\.ts$|\/testing[-./]|^db\/(tables\.ts|schema\.sql)$/.test(path);

/** Editors and git write several files at once: what changes within this time belongs together, ms. */
const together = 40;

/** Collects changed paths and hands them over, one restart at a time. An error is printed; the next change counts. */
export function restarts(
  restart: (paths: readonly string[]) => Promise<void>,
  say: (line: string) => void,
): (path: string) => void {
  let changed: string[] = [];
  let under: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (changed.length > 0) {
      await sleep(together);
      const paths = [...new Set(changed)];
      changed = [];
      await restart(paths).catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
    }
  };
  return (path) => {
    if (!isLoaded(path)) return;
    changed.push(path);
    under ??= run().finally(() => {
      under = null;
    });
  };
}
