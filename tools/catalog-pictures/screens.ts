/** Which screens the help shows, and the words on them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The folder of the pictures, and the words that were on their screens when they were taken. */
export const picturesDir = fileURLToPath(new URL('../../catalog/help/pictures', import.meta.url));

const named = z.object({ role: z.enum(['button', 'link', 'dialog', 'region', 'tab']), name: z.string() });
const picture = z.object({
  name: z.string(),
  path: z.string(),
  /** What is pressed first, in this order; the first of several with the same name. */
  press: z.array(named).default([]),
  /** A field that is filled first. */
  fill: z.object({ label: z.string(), text: z.string() }).optional(),
  /** What the picture shows; by default the page's content. */
  look: named.optional(),
  /** The files and folders of web/ that contain its words. */
  sources: z.array(z.string()).min(1),
});

/** A picture to take. */
export type Picture = z.output<typeof picture>;

/** Every picture of catalog/help/pictures.json. */
export const pictures: readonly Picture[] = z
  .array(picture)
  .parse(JSON.parse(readFileSync(new URL('../../catalog/help/pictures.json', import.meta.url), 'utf8')));

const web = fileURLToPath(new URL('../../web/', import.meta.url));

const filesOf = (source: string): string[] =>
  statSync(`${web}${source}`).isFile()
    ? [`${web}${source}`]
    : readdirSync(`${web}${source}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
        .toSorted()
        .map((file) => `${web}${source}/${file}`);

/** Texts in JSX, and quoted texts that begin like a sentence or a label. */
const texts = />\s*([A-Z][^<>{}=;]*[a-z.?!])\s*(?=[<{])|(["'`])([A-Z][^"'`\n]*[a-z.?!…][^"'`\n]*)\2/g;

/** The words on a screen, in alphabetical order: only the words of its code count. */
export function wordsOnScreen(code: string): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/^\s*\/\/.*$/gm, ' ');
  const found = [...bare.matchAll(texts)].map(([, inJsx, , quoted]) => (inJsx ?? quoted ?? '').replace(/\s+/g, ' '));
  return [...new Set(found)].toSorted();
}

/** Changes exactly when the words of a picture's screen change. */
export const hashOf = ({ sources }: Pick<Picture, 'sources'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        wordsOnScreen(
          sources
            .flatMap(filesOf)
            .map((file) => readFileSync(file, 'utf8'))
            .join('\n'),
        ),
      ),
    )
    .digest('hex')
    .slice(0, 16);
