/** The pictures of a report's PDF as they are stored: logo, posts, emoji. */
import { buffer } from 'node:stream/consumers';
import type { Report } from '#contract/reports.ts';
import { emoji as table, emojiSvg } from '#sources/emoji/emoji.ts';
import type { Services } from '../app/handlers.ts';

type Means = Pick<Services, 'storage'>;

const mostPictures = 300;

async function bytesOf({ storage }: Means, address: string): Promise<Buffer | null> {
  const found = await storage.open(address.replace(/^\/files\//, ''));
  return found === null ? null : buffer(found.body);
}

/** The agency's logo; null without one. */
export const logoOf = async (means: Means, { agency: { logo } }: Report): Promise<Buffer | null> =>
  logo === null ? null : bytesOf(means, logo);

/** The thumbnails of the posts by their address: those of the best posts first, 300 at most. */
export async function picturesOf(
  means: Means,
  { scheduler, engagement }: Report,
  signal: AbortSignal,
): Promise<Map<string, Buffer>> {
  const best = new Set(engagement?.best_posts ?? []);
  const posts = [...scheduler.filter((post) => best.has(post.delivery_id)), ...scheduler];
  const addresses = [...new Set(posts.flatMap(({ thumbnail }) => (thumbnail === null ? [] : [thumbnail])))];
  const pictures = new Map<string, Buffer>();
  for (const address of addresses.slice(0, mostPictures)) {
    signal.throwIfAborted();
    const bytes = await bytesOf(means, address);
    if (bytes !== null) pictures.set(address, bytes);
  }
  return pictures;
}

const mostEmoji = 200;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const icons = new Map(table.map(({ emoji, icon }) => [emoji, icon]));

/** Drawings (SVG) of the emoji that a report holds, by grapheme; those that have none are left out. */
export function emojiOf({ client, agency, introduction, closing, scheduler }: Report): Map<string, Buffer> {
  const names = [client.name, client.company, agency.name];
  const found = new Set<string>();
  for (const text of [...names, introduction, closing, ...scheduler.map(({ title }) => title)])
    if (/\p{Extended_Pictographic}/u.test(text))
      for (const { segment } of graphemes.segment(text))
        if (/\p{Extended_Pictographic}/u.test(segment)) found.add(segment);
  const drawings = new Map<string, Buffer>();
  for (const grapheme of [...found].slice(0, mostEmoji)) {
    const icon = icons.get(grapheme) ?? icons.get(grapheme.replaceAll('\ufe0f', '')) ?? icons.get(`${grapheme}\ufe0f`);
    const svg = icon === undefined ? undefined : emojiSvg(icon);
    if (svg !== undefined) drawings.set(grapheme, Buffer.from(svg));
  }
  return drawings;
}
