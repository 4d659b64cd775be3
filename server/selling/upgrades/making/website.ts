/** The sources of the agency's website: a theme, the sections of which pages consist, texts, pictures. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { z } from 'zod';

const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const site = z.strictObject({
  theme: slug,
  pages: z.array(
    z.strictObject({
      slug,
      title: z.string(),
      parent: slug.optional(),
      sections: z.array(slug).default([]),
      text: z.string().optional(),
    }),
  ),
  posts: z.array(z.string()),
  menu: z.array(z.strictObject({ label: z.string(), page: slug })),
  pictures: z.record(z.string(), z.string()),
  fonts: z.array(z.strictObject({ family: slug, weight: z.number() })),
});

/** The parts of the website. */
export type Site = z.output<typeof site>;

/** Reads `site.json` of a folder. */
export async function siteIn(folder: string): Promise<Site> {
  return site.parse(JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')));
}

const aboutSection = z.strictObject({ title: z.string(), categories: z.array(z.string()), inserter: z.boolean() });

/** A part of a page: blocks of WordPress, with `{{site}}` and `{{theme}}` for the two addresses. */
export type Section = z.output<typeof aboutSection> & { name: string; blocks: string };

/** Reads a section of a folder: its description on the first line, then its blocks. */
export async function sectionIn(folder: string, name: string): Promise<Section> {
  const [first = '', ...lines] = (await readFile(join(folder, 'sections', `${name}.blocks`), 'utf8')).split('\n');
  const about: unknown = JSON.parse(/^<!-- section: (.+) -->$/.exec(first)?.[1] ?? 'null');
  return { ...aboutSection.parse(about), name, blocks: lines.join('\n').trim() };
}

const wrapped = (name: string, html: string, settings?: object): string =>
  `<!-- wp:${name}${settings === undefined ? '' : ` ${JSON.stringify(settings)}`} -->\n${html}\n<!-- /wp:${name} -->`;

/** Markdown as blocks of WordPress: headings, paragraphs, lists and notes. Gaps (`{{name}}`) are put in brackets. */
export function markdownBlocks(markdown: string): string {
  return blocksOf(marked.lexer(markdown.replaceAll(/\{\{([^{}]*)\}\}/g, '[$1]'))).join('\n\n');
}

const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isParagraph = (token: Token): token is Tokens.Paragraph => token.type === 'paragraph';
const isQuote = (token: Token): token is Tokens.Blockquote => token.type === 'blockquote';

const inline = (tokens: Token[]): string => marked.Parser.parseInline(tokens);

function blocksOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (isHeading(token)) return [headingBlock(token)];
    if (isParagraph(token)) return [wrapped('paragraph', `<p>${inline(token.tokens)}</p>`)];
    if (isList(token)) return [listBlock(token)];
    if (isQuote(token)) return [noteBlock(token)];
    if (token.type === 'space') return [];
    throw new Error(`no block is made of ${token.type}`);
  });
}

function headingBlock({ depth, tokens }: Tokens.Heading): string {
  const html = `<h${depth}>${inline(tokens)}</h${depth}>`;
  return depth === 2 ? wrapped('heading', html) : wrapped('heading', html, { level: depth });
}

function listBlock({ ordered, items }: Tokens.List): string {
  const texts = items.map(({ tokens }) => tokens.map((token) => inlineOf(token)).join(''));
  const list = texts.map((text) => wrapped('list-item', `<li>${text}</li>`)).join('\n\n');
  return ordered ? wrapped('list', `<ol>${list}</ol>`, { ordered }) : wrapped('list', `<ul>${list}</ul>`);
}

const inlineOf = (token: Token): string =>
  'tokens' in token && token.tokens !== undefined ? inline(token.tokens) : token.raw;

function noteBlock({ tokens }: Tokens.Blockquote): string {
  const html = `<div class="wp-block-group note">${blocksOf(tokens).join('\n\n')}</div>`;
  return wrapped('group', html, { className: 'note' });
}
