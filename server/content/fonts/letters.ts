/** The fonts of further scripts, whose files are made in the data folder when a text first needs them. */
import { join } from 'node:path';
import { letterFile } from '#sources/fonts/letters.ts';

export { letterFonts } from '#sources/fonts/letters.ts';

/** The path of a file by `<font>/<part>-<weight>`; undefined if no such file ships. */
export const letterPath = ({ dataDir }: { dataDir: string }, name: string): Promise<string | undefined> =>
  letterFile(name, join(dataDir, 'letters'));

/** The paths of several files by their names. */
export async function letterPaths(
  config: { dataDir: string },
  names: Iterable<string>,
): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  for (const name of new Set(names)) {
    const path = await letterPath(config, name);
    if (path !== undefined) paths[name] = path;
  }
  return paths;
}
