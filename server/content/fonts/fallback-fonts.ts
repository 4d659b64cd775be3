/** The fonts of further scripts, whose files are made in the data folder when a text first needs them. */
import { join } from 'node:path';
import { fallbackFile } from '#sources/fonts/fallback-fonts.ts';

export { fallbackFonts } from '#sources/fonts/fallback-fonts.ts';

/** The path of a file by `<font>/<part>-<weight>`; undefined if no such file ships. */
export const fallbackPath = ({ dataDir }: { dataDir: string }, name: string): Promise<string | undefined> =>
  fallbackFile(name, join(dataDir, 'fallback-fonts'));

/** The paths of several files by their names. */
export async function fallbackPaths(
  config: { dataDir: string },
  names: Iterable<string>,
): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  for (const name of new Set(names)) {
    const path = await fallbackPath(config, name);
    if (path !== undefined) paths[name] = path;
  }
  return paths;
}
