import known from './top-level-domains.json' with { type: 'json' };

/**
 * Ranges that weigh one; everything else weighs two. Source: docs.x.com/fundamentals/counting-characters, configuration
 * 3, read 2026-11-21.
 */
const light: readonly (readonly [from: number, to: number])[] = [
  [0, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
];
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Longer names first, so that 'com' does not stand in for 'community'. */
const topLevel = known.names
  .split(' ')
  .toSorted((one, other) => other.length - one.length)
  .join('|');
/** With a protocol, or a bare name under one of the top-level domains of X's own list. */
const bare = String.raw`(?<![\w@.$#/-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:${topLevel})(?![\w-])`;
const address = new RegExp(String.raw`https?:\/\/[^\s<>"]+|${bare}(?:\/[^\s<>"]*)?`, 'gi');

/** The addresses in a text with their positions (UTF-16 units). */
export function addressesIn(text: string): { start: number; end: number; url: string }[] {
  return [...text.matchAll(address)].map((found) => {
    const url = found[0].replace(/[.,;:!?)\]'"]+$/, '');
    return { start: found.index, end: found.index + url.length, url };
  });
}

/** The weight of a text as X counts it: every address 23, an emoji 2, the rest by its range. */
export function weigh(text: string): number {
  const normal = text.normalize('NFC');
  let bare = normal;
  const found = addressesIn(normal);
  for (const { start, end } of found.toReversed()) bare = bare.slice(0, start) + bare.slice(end);
  let weight = found.length * 23;
  for (const { segment } of graphemes.segment(bare)) {
    if (
      /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(segment) &&
      (segment.length > 1 || segment > '\u00ff')
    )
      weight += 2;
    else
      for (const character of segment)
        weight += light.some(
          ([from, to]) => (character.codePointAt(0) ?? 0) >= from && (character.codePointAt(0) ?? 0) <= to,
        )
          ? 1
          : 2;
  }
  return weight;
}
