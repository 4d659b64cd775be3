/** Font files for tests. */
import { readFile } from 'node:fs/promises';
import { familyOf, pathOf } from '#sources/fonts/families.ts';

/** A font file as sources send it: WOFF2, one face, with distinctive letters that a drawing shows. */
export async function aFontFile(family = 'Lobster'): Promise<Buffer> {
  const ours = familyOf(family);
  if (ours === undefined) throw new Error(`no typeface ${family} ships`);
  return readFile(pathOf(ours, 'latin-400-normal'));
}
