/** The operator's commands for articles: each is a file in the folder `help` of DATA_DIR. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { helpFolder, readCatalogue, shippedEntries } from './catalogue.ts';
import { ArticleError, parseArticle } from './parse.ts';

/** Writes the file atomically, because a running server may read it meanwhile. */
function write(dataDir: string, file: string, text: string): void {
  const dir = helpFolder(dataDir);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, `${file}.new`), text);
  renameSync(join(dir, `${file}.new`), join(dir, file));
}

/** Adds the article of a file, or replaces the one with its name; answers its name. Throws an ArticleError. */
export function addArticle(dataDir: string, path: string): string {
  if (!existsSync(path)) throw new ArticleError(`there is no file ${path}`);
  const file = basename(path);
  const text = readFileSync(path, 'utf8');
  const read = parseArticle(file, text);
  write(dataDir, file, text);
  const fault = readCatalogue(dataDir).faults.find((each) => each.startsWith(`${file}:`));
  if (fault !== undefined) {
    rmSync(join(helpFolder(dataDir), file));
    throw new ArticleError(fault);
  }
  return read.kind === 'article' ? read.article.id : read.id;
}

/** Withdraws a shipped article. Throws an ArticleError if none has this name. */
export function withdrawArticle(dataDir: string, id: string): void {
  if (!shippedEntries().some((entry) => entry.id === id))
    throw new ArticleError(`no article that ships is called ${id}`);
  write(dataDir, `${id}.md`, '---\nwithdrawn: true\n---\n');
}

/** Removes the folder's file of an article: an added one is deleted, a shipped one is restored. */
export function removeArticle(dataDir: string, id: string): void {
  const path = join(helpFolder(dataDir), `${basename(id)}.md`);
  if (!existsSync(path)) throw new ArticleError(`the folder ${helpFolder(dataDir)} says nothing of ${id}`);
  rmSync(path);
}

/** One line per article: name, origin, category, title; then the withdrawn ones, and the errors of files. */
export function listArticles(dataDir: string): string[] {
  const { entries, withdrawn, faults } = readCatalogue(dataDir);
  return [
    ...entries
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, from, category, title }) => `${id}\t${from}\t${category}\t${title}`),
    ...withdrawn.map((id) => `${id}\twithdrawn`),
    ...faults.map((fault) => `NOT READ\t${fault}`),
  ];
}
