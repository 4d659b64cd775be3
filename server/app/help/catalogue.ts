/** All articles: the shipped ones, with the operator's additions, replacements and withdrawals. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import categories from '#catalog/help/categories.json' with { type: 'json' };
import { htmlOf } from './html.ts';
import { ArticleError, parseArticle, type Article, type ArticleFile } from './parse.ts';

/** An article with its text as HTML, the brand's name still as `{brand}`. */
export type Entry = Article & { html: string; from: 'shipped' | 'operator' };

/** All articles, the withdrawn shipped ones, and the errors of files in the folder. */
export type Catalogue = { entries: Entry[]; withdrawn: string[]; faults: string[] };

const shippedDir = fileURLToPath(new URL('../../../catalog/help', import.meta.url));

/** The operator's folder; its pictures are in `pictures` below it. */
export const helpFolder = (dataDir: string): string => join(dataDir, 'help');

const isCategory = (id: string): boolean => categories.some((each) => each.id === id);

const namesIn = (dir: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((file) => file.endsWith('.md'))
        .toSorted()
    : [];

function readFolder(dir: string, from: Entry['from']): { files: ArticleFile[]; faults: string[]; entries: Entry[] } {
  const files: ArticleFile[] = [];
  const faults: string[] = [];
  for (const file of namesIn(dir)) {
    try {
      const read = parseArticle(file, readFileSync(join(dir, file), 'utf8'));
      if (read.kind === 'article' && !isCategory(read.article.category))
        throw new ArticleError(`${file}: there is no category ${read.article.category}`);
      files.push(read);
    } catch (error) {
      if (!(error instanceof ArticleError)) throw error;
      faults.push(error.message);
    }
  }
  const entries = files.flatMap((read) =>
    read.kind === 'article' ? [{ ...read.article, html: htmlOf(read.article.markdown), from }] : [],
  );
  return { files, faults, entries };
}

let shipped: Entry[] | undefined;

/** The shipped articles; read once. Throws if a shipped file is not an article. */
export function shippedEntries(): Entry[] {
  if (shipped !== undefined) return shipped;
  const { entries, faults } = readFolder(join(shippedDir, 'articles'), 'shipped');
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return (shipped = entries);
}

/** Reads the folder: an article with a shipped one's name replaces it. */
export function readCatalogue(dataDir: string): Catalogue {
  const { files, faults, entries: own } = readFolder(helpFolder(dataDir), 'operator');
  const withdrawn = files.flatMap((file) => (file.kind === 'withdrawn' ? [file.id] : []));
  const covered = new Set([...withdrawn, ...own.map(({ id }) => id)]);
  const entries = [...shippedEntries().filter(({ id }) => !covered.has(id)), ...own];
  return { entries, withdrawn, faults };
}

/** A fingerprint of the folder, as text: names, times and sizes of its files. */
const stampOf = (dir: string): string =>
  namesIn(dir)
    .map((file) => {
      const { mtimeMs, size } = statSync(join(dir, file));
      return `${file} ${mtimeMs} ${size}`;
    })
    .join('\n');

/** How long a reading of the folder is valid. */
const lookMs = 1000;
const kept = new Map<string, { catalogue: Catalogue; stamp: string; lookedAt: number }>();

/** The current catalogue, at most a second old; read again only if the folder has changed. */
export function catalogueOf(dataDir: string): Catalogue {
  const before = kept.get(dataDir);
  const now = performance.now();
  if (before !== undefined && now - before.lookedAt < lookMs) return before.catalogue;
  const stamp = stampOf(helpFolder(dataDir));
  const catalogue = before?.stamp === stamp ? before.catalogue : readCatalogue(dataDir);
  kept.set(dataDir, { catalogue, stamp, lookedAt: now });
  return catalogue;
}

const pictureName = /^[a-z0-9]+(?:-[a-z0-9]+)*\.webp$/;

/** The path of a picture, the operator's before the shipped one; undefined for an unknown name. */
export function picturePath(dataDir: string, file: string): string | undefined {
  if (!pictureName.test(file)) return undefined;
  return [join(helpFolder(dataDir), 'pictures', file), join(shippedDir, 'pictures', file)].find((path) =>
    existsSync(path),
  );
}
