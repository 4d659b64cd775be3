/** Turns sources into blocks of a document: Markdown as it is, lists of texts under headings. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import type { Block } from '#render/documents/blocks.ts';
import type { Writers } from './means.ts';

/** The first heading of a text; '' if it has none. */
export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** The source of a document: its title and its blocks. `title` is for sources that have none of their own. */
export async function documentOf(
  source: string,
  { title, writers }: { title: string; writers: Pick<Writers, 'blocksOf'> },
): Promise<{ title: string; blocks: Block[] }> {
  const text = await readFile(source, 'utf8');
  const markdown = source.endsWith('.json') ? listed(source, { title, content: JSON.parse(text) }) : text;
  return { title: titleOf(markdown).replaceAll(/\{\{|\}\}/g, '') || title, blocks: writers.blocksOf(markdown) };
}

/** A text without the sentences that have a gap, because nobody can fill a gap in a PDF. */
export const withoutGaps = (markdown: string): string =>
  markdown.replaceAll(/ ?[^.!?*\n]*\{\{[^}\n]*\}\}[^.!?*\n]*[.!?]?/g, '');

const templates = z.array(z.object({ purpose: z.string(), picture: z.string(), text: z.string() }));
const captions = z.array(z.object({ topic: z.string(), text: z.string() }));
const pack = z.object({
  title: z.string(),
  trade: z.string(),
  summary: z.string(),
  articles: z.array(z.object({ title: z.string(), summary: z.string(), caption: z.string() })),
});

/** A JSON list as Markdown. Throws if it is not a list of a known shape. */
function listed(source: string, { title, content }: { title: string; content: unknown }): string {
  switch (basename(source)) {
    case 'fb-templates.json':
      return [
        `# ${title}`,
        'Replace what is marked in yellow. Each text says which picture belongs to it.',
        ...templates.parse(content).map((each, index) => {
          return `## ${index + 1}. ${each.purpose}\n\n${each.text}\n\n*Picture: ${each.picture}*`;
        }),
      ].join('\n\n');
    case 'captions.json': {
      const topics = Map.groupBy(captions.parse(content), ({ topic }) => topic);
      return [
        `# ${title}`,
        'Short texts by topic. Change names, prices and times, and keep the rhythm.',
        ...[...topics].map(([topic, list]) => {
          const heading = `## ${topic.charAt(0).toUpperCase()}${topic.slice(1)}`;
          return [heading, '', ...list.map(({ text }) => `- ${text}`)].join('\n');
        }),
      ].join('\n\n');
    }
    case 'pack.json': {
      const about = pack.parse(content);
      return [
        `# ${about.title}: what is in this pack`,
        about.summary,
        `*For: ${about.trade}*`,
        ...about.articles.map((each, index) => {
          return `## ${index + 1}. ${each.title}\n\n${each.summary}\n\n**Caption for the post:** ${each.caption}`;
        }),
      ].join('\n\n');
    }
    default:
      throw new Error(`no document is made of ${basename(source)}`);
  }
}
