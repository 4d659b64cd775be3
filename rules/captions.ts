/**
 * Texts for networks: title and description combined, HTML turned into plain text, cut to the network's limit in its
 * own units.
 */

import { tagsIn, withoutHidden, withoutTags } from './tags.ts';
import { weightedLength, weightedPieces } from './weighted.ts';

/** The units in which networks count. */
export const lengthUnits = ['utf16', 'code-points', 'graphemes', 'bytes', 'weighted'] as const;

/**
 * How a network counts: UTF-16 code units (Telegram), Unicode code points (Reddit), what a reader sees as one character
 * (graphemes), bytes of UTF-8, or X's weights.
 */
export type LengthUnit = (typeof lengthUnits)[number];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ellipsis = '…';

/**
 * The length of a text as a network counts it: `('👍🏽', 'utf16') -> 4`, `'code-points' -> 2`, `'graphemes' -> 1`,
 * `'bytes' -> 8`, `'weighted' -> 2`.
 */
export function lengthOf(text: string, unit: LengthUnit): number {
  switch (unit) {
    case 'utf16':
      return text.length;
    case 'code-points':
      return Array.from(text).length;
    case 'graphemes':
      return [...graphemes.segment(text)].length;
    case 'bytes':
      return new TextEncoder().encode(text).byteLength;
    case 'weighted':
      return weightedLength(text);
    default:
      return unit satisfies never;
  }
}

/**
 * The text if it fits, else its beginning up to the end of a word and '…'; never half a grapheme. A single word longer
 * than the limit is cut inside. `limit` null: unlimited.
 */
export function cutText(text: string, { limit, unit }: { limit: number | null; unit: LengthUnit }): string {
  if (limit === null || fits(text, limit, unit)) return text;
  const room = limit - lengthOf(ellipsis, unit);
  if (room < 0) return '';
  const head = headWithin(text, room, unit);
  const wordEnd = /^[\s\S]*\S(?=\s)/u.exec(/^\s/u.test(text.slice(head.length)) ? `${head} ` : head)?.[0] ?? head;
  return wordEnd.trimEnd() + ellipsis;
}

/** Whether a text is within a limit; a text far beyond it is not read to its end. */
function fits(text: string, limit: number, unit: LengthUnit): boolean {
  if (unit !== 'graphemes') return lengthOf(text, unit) <= limit;
  return headWithin(text, limit, unit).length === text.length;
}

function headWithin(text: string, room: number, unit: LengthUnit): string {
  let used = 0;
  let end = 0;
  for (const { piece, index, length } of piecesOf(text, unit)) {
    used += length;
    if (used > room) break;
    end = index + piece.length;
  }
  return text.slice(0, end);
}

/** The units that are never cut: graphemes, and with X's weights also whole addresses. */
function* piecesOf(text: string, unit: LengthUnit): Generator<{ piece: string; index: number; length: number }> {
  if (unit === 'weighted') {
    for (const { text: piece, index, weight } of weightedPieces(text)) yield { piece, index, length: weight };
    return;
  }
  for (const { segment, index } of graphemes.segment(text))
    yield { piece: segment, index, length: unit === 'graphemes' ? 1 : lengthOf(segment, unit) };
}

/** Title and description as one caption, the title first, or left out if the description repeats it. */
export function composeCaption({ title, text }: { title: string; text: string }): string {
  const [first, second] = [title.trim(), text.trim()];
  if (first === '' || second === '' || first === second) return first || second;
  return second.startsWith(`${first}\n`) ? second : `${first}\n\n${second}`;
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * The words of an HTML text: blocks become paragraphs, list items '• ', links keep their words. For captions, not for
 * safety.
 */
export function plainTextOf(html: string): string {
  const spaced = withoutHidden(html)
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>\s*/gi, '\n');
  const blocks = withBullets(spaced).replace(/<\/(p|h[1-6]|blockquote|pre|ul|ol|div|figure|table)\s*>/gi, '\n\n');
  return (
    withoutTags(blocks)
      .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, decodeEntity)
      // A run is looked at from its beginning only, so that its length counts once.
      .replace(/(?<![ \t])[ \t]+\n/g, '\n')
      .replace(/\n[ \t]+/g, '\n')
      .replace(/(?<!\n)\n{2,}(?=• )/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** List items as lines with a bullet; a paragraph that begins an item adds no line of its own. */
function withBullets(html: string): string {
  let [out, at] = ['', 0];
  for (const { from, to } of tagsIn(html, /<li\b/gi)) {
    out += `${html.slice(at, from)}\n• `;
    const words = endOf(/\s*/y, html, to);
    const name = endOf(/<p\b/iy, html, words);
    at = name === words ? words : html.indexOf('>', name) + 1 || words;
  }
  return out + html.slice(at);
}

/** Where a sticky pattern ends that is tried at a position; the position itself if it does not match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return namedEntities[name.toLowerCase()] ?? whole;
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? String.fromCodePoint(point) : '';
}

/**
 * A plain text as HTML paragraphs: blank lines separate paragraphs, single line breaks become <br>, and every character
 * is escaped.
 */
export function paragraphsOf(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

/** A text made safe for HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
