/** Pictures for shipped material: lines of text on a template. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openDesign } from '#contract/content/designs-document.ts';
import { colourRoles } from '#rules/design/kit.ts';
import { shippedDesignFiles } from '../../../content/designs/index.ts';
import { inColours, linesOn } from '../premade.ts';
import type { Making } from './means.ts';

const colours = z.partialRecord(z.enum(colourRoles), z.string().regex(/^#[0-9a-f]{6}$/));
/**
 * The lines of a source file. `colours` are for lines with these words in `by`; the others have the template's own
 * colours.
 */
const list = z.object({
  template: z.string(),
  colours: z.record(z.string(), colours).default({}),
  lines: z.array(z.object({ text: z.string().min(1), by: z.string() })).min(1),
});

/** The width of the pictures, px: the networks show this width without scaling it down. */
const widthPx = 1080;

/** Draws a picture for each line of a source file; answers their names and paths. */
export async function drawnPictures(
  source: string,
  { writers, dir, signal, onProgress }: Making,
): Promise<{ name: string; path: string }[]> {
  const { template, colours: coloursBy, lines } = list.parse(JSON.parse(await readFile(source, 'utf8')));
  const { document, rows } = linesOn({ template, lines });
  const { design: plain } = openDesign(document);
  const size = { width: widthPx, height: Math.round((widthPx * plain.height) / plain.width) };
  const entries: { name: string; path: string }[] = [];
  for (const [index, { texts }] of rows.entries()) {
    signal.throwIfAborted();
    const design = inColours(plain, coloursBy[lines[index]?.by ?? ''] ?? {});
    const layers = design.layers.map((layer) => {
      const text = texts[layer.id];
      return layer.kind === 'text' && text !== undefined ? { ...layer, text } : layer;
    });
    const { bytes } = await writers.drawPicture(
      { ...design, layers },
      { size, files: shippedDesignFiles, format: 'png' },
    );
    const name = `${String(index + 1).padStart(2, '0')}.png`;
    const path = join(dir, name);
    await writeFile(path, bytes);
    entries.push({ name, path });
    await onProgress((index + 1) / rows.length);
  }
  return entries;
}
