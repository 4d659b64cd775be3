/** The stored pictures of a report's PDF: logo, posts, emoji. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Report } from '#contract/insights/reports.ts';
import { emoji as table, emojiSvg } from '#sources/emoji/emoji.ts';
import type { Services } from '../../base/handlers.ts';

type Means = Pick<Services, 'storage'>;

const mostPictures = 300;

const openIn = ({ storage }: Means, address: string): ReturnType<Means['storage']['open']> =>
  storage.open(address.replace(/^\/files\//, ''));

/** The agency's logo; null without one. */
export async function logoOf(means: Means, { agency: { logo } }: Report): Promise<Buffer | null> {
  const found = logo === null ? null : await openIn(means, logo);
  return found === null ? null : buffer(found.body);
}

/** Puts the thumbnails of the posts into a folder: the best posts first, at most 300. Answers paths by address. */
export async function picturesOf(
  means: Means,
  { scheduler, engagement }: Report,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Map<string, string>> {
  const best = new Set(engagement?.best_posts ?? []);
  const posts = [...scheduler.filter((post) => best.has(post.delivery_id)), ...scheduler];
  const addresses = [...new Set(posts.flatMap(({ thumbnail }) => (thumbnail === null ? [] : [thumbnail])))];
  const pictures = new Map<string, string>();
  for (const address of addresses.slice(0, mostPictures)) {
    const found = await openIn(means, address);
    if (found === null) continue;
    const path = join(folder, String(pictures.size));
    await pipeline(found.body, createWriteStream(path), { signal });
    pictures.set(address, path);
  }
  return pictures;
}

const mostEmoji = 200;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const icons = new Map(table.map(({ emoji, icon }) => [emoji, icon]));

/** Drawings (SVG) of the emoji in a report, by grapheme; those without one are left out. */
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
