/** Articles as files: a head of `name: value` lines between two lines of `---`, then Markdown. */
import { z } from 'zod';

/** An article as it was written. `id` is its file's name without the extension. */
export type Article = {
  id: string;
  title: string;
  category: string;
  topics: string[];
  /** '2026-11-22'. */
  date: string;
  /** A picture's name without its extension; null for the category's first picture. */
  picture: string | null;
  popular: number | null;
  screens: string[];
  markdown: string;
};

/** The content of a file: an article, or the withdrawal of the one with its name. */
export type ArticleFile = { kind: 'article'; article: Article } | { kind: 'withdrawn'; id: string };

/** A file that is not an article; the message is for the operator. */
export class ArticleError extends Error {}

const commas = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const name = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens');
const head = z.object({
  title: z.string().min(1).max(200),
  category: name,
  topics: z.string().optional().transform(commas),
  date: z.iso.date(),
  picture: name.optional(),
  popular: z.coerce.number().int().positive().optional(),
  screens: z.string().optional().transform(commas),
});

const headOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => /^(\w+):(.*)/.exec(line))
      .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2]?.trim() ?? '']])),
  );

/** Reads a file by its name ('connect-reddit.md') and text. Throws an ArticleError that names the error. */
export function parseArticle(file: string, text: string): ArticleFile {
  const id = file.replace(/\.md$/, '');
  if (!name.safeParse(id).success) throw new ArticleError(`${file}: a name has small letters, digits and hyphens only`);
  const [, before, markdown = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n').trimStart()) ?? [];
  if (before === undefined) throw new ArticleError(`${file}: does not begin with a head between two lines of ---`);
  const fields = headOf(before);
  if (fields['withdrawn'] === 'true') return { kind: 'withdrawn', id };
  const parsed = head.safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ArticleError(`${file}: ${String(issue?.path[0])}: ${issue?.message ?? 'is not valid'}`);
  }
  if (markdown.trim() === '') throw new ArticleError(`${file}: has no text`);
  const { picture = null, popular = null, ...rest } = parsed.data;
  return { kind: 'article', article: { ...rest, id, picture, popular, markdown: markdown.trim() } };
}
