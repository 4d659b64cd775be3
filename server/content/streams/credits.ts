import { escapeHtml } from '#rules/captions.ts';

/**
 * A caption with credits as its last lines, if it lacks them: `('Spring', ['Photo by Ana on Pexels']) -> 'Spring\nPhoto
 * by Ana on Pexels'`.
 */
export const withCredits = (description: string, credits: readonly string[]): string =>
  [description, ...credits.filter((line) => !description.includes(line))].filter((line) => line !== '').join('\n');

/** The credits of a file and of its replacement. */
export type CreditSwap = { from: readonly string[]; to: readonly string[] };

/**
 * A caption whose file is replaced: the new file's credits replace the old one's. If a person removed them, none are
 * added; if the old file needed none, the new ones become the last lines.
 */
export function exchangedCredits(text: string, { from, to }: CreditSwap): string {
  const lines = text.split('\n');
  const exchanged = exchange(lines, { from, to, isSaid: (line) => text.includes(line) });
  return exchanged === null ? (from.length === 0 ? withCredits(text, to) : text) : exchanged.join('\n');
}

const paragraphs = /(<p>[^<]*<\/p>)/;

/** Like `exchangedCredits`, for a formatted text, where a credit is a paragraph of its own. */
export function exchangedParagraphs(html: string, { from, to }: CreditSwap): string {
  const paragraphOf = (line: string): string => `<p>${escapeHtml(line)}</p>`;
  const isSaid = (paragraph: string): boolean => html.includes(paragraph);
  const own = { from: from.map(paragraphOf), to: to.map(paragraphOf) };
  const exchanged = exchange(html.split(paragraphs), { ...own, isSaid });
  if (exchanged !== null) return exchanged.join('');
  return from.length === 0 ? [html, ...own.to.filter((paragraph) => !isSaid(paragraph))].join('') : html;
}

/**
 * The parts of a text with the lines of `to` at the position of the first of `from`; null if it contains none of them.
 */
function exchange(
  parts: readonly string[],
  { from, to, isSaid }: CreditSwap & { isSaid: (line: string) => boolean },
): string[] | null {
  const first = parts.findIndex((part) => from.includes(part));
  if (first === -1) return null;
  const added = to.filter((line) => from.includes(line) || !isSaid(line));
  return parts.flatMap((part, at) => (at === first ? added : from.includes(part) ? [] : [part]));
}
