/**
 * Tags in a text from outside, found in one pass: a text twice as long takes twice as long, whatever it says.
 */

/** Where a tag begins, where what follows its name begins, and where the tag ends. */
export type Tag = { from: number; inside: number; to: number };

/**
 * The tags whose first characters `opening` matches (a global pattern without a quantifier at its end), in their order,
 * each up to the next `>`; at most `most` characters may stand between.
 */
export function* tagsIn(html: string, opening: RegExp, most = Infinity): Generator<Tag> {
  const pattern = new RegExp(opening);
  let close = -1;
  for (let found = pattern.exec(html); found !== null; found = pattern.exec(html)) {
    const inside = found.index + found[0].length;
    if (close < inside) close = html.indexOf('>', inside);
    if (close === -1) return;
    if (close - inside > most) continue;
    yield { from: found.index, inside, to: close + 1 };
    pattern.lastIndex = close + 1;
  }
}

/** A text with each of its tags that begin with `opening` replaced; `instead` gets what stands behind the beginning. */
export function withTags(html: string, opening: RegExp, instead: (inside: string) => string): string {
  let [out, at] = ['', 0];
  for (const { from, inside, to } of tagsIn(html, opening)) {
    out += html.slice(at, from) + instead(html.slice(inside, to - 1));
    at = to;
  }
  return out + html.slice(at);
}

/** A text without tags; `a < b` stays. */
export const withoutTags = (html: string): string => withTags(html, /<\/?[a-z]/gi, () => '');

/** A text whose end was cut off, without the tag in whose middle that happened. */
export function withoutCutTag(html: string): string {
  const from = html.indexOf('<', html.lastIndexOf('>') + 1);
  return from === -1 ? html : html.slice(0, from);
}

/** A text without comments, scripts and styles; what is never closed stays. */
export function withoutHidden(html: string): string {
  const opening = /<!--|<(script|style)\b/gi;
  const endless = new Set<string>();
  let [out, at] = ['', 0];
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const name = found[1]?.toLowerCase() ?? '';
    const end = endless.has(name) ? null : endOfHidden(html, name, opening.lastIndex);
    if (end === null) {
      endless.add(name);
      continue;
    }
    out += html.slice(at, found.index);
    at = end;
    opening.lastIndex = end;
  }
  return out + html.slice(at);
}

const closings: Readonly<Record<string, RegExp>> = {
  script: /<\/script\s*>/gi,
  style: /<\/style\s*>/gi,
  '': /-->/g,
};

function endOfHidden(html: string, name: string, from: number): number | null {
  const closing = new RegExp(closings[name] ?? '');
  closing.lastIndex = from;
  return closing.exec(html) === null ? null : closing.lastIndex;
}

/** Elements that never have an end tag. */
const empty = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/**
 * The most elements that formatted text may have open at once. A parser compares each end tag with all that are open;
 * no text that a person writes has so many.
 */
export const mostOpenElements = 500;

/** The most elements that are open within each other at one place of a text; never fewer than a parser keeps open. */
export function deepestIn(html: string): number {
  const open = new Map<string, number>();
  let [levels, deepest] = [0, 0];
  for (const [, slash, written = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    const name = written.toLowerCase();
    const before = open.get(name) ?? 0;
    if (empty.has(name) || (slash === '/' && before === 0)) continue;
    const change = slash === '/' ? -1 : 1;
    open.set(name, before + change);
    levels += change;
    deepest = Math.max(deepest, levels);
  }
  return deepest;
}
