/** Which files of the fonts that are loaded when needed a text needs, the same on the screen and on the server. */
import { rangesOf } from './ranged-face.ts';

/**
 * A font of scripts that the bundled families lack. `language`: the one whose texts prefer it. `parts` are its files,
 * each with its characters (a CSS unicode-range without `U+`).
 */
export type FallbackFont = { id: string; language: string | null; parts: Readonly<Record<string, string>> };

/** The fonts as far as texts need them, and the paths of their files by name. */
export type FallbacksAtHand = { fonts: readonly FallbackFont[]; paths: Readonly<Record<string, string>> };

/** For texts that need none. */
export const noFallbacks: FallbacksAtHand = { fonts: [], paths: {} };

const [regular, bold] = [400, 700];
const bundledScripts = ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Thai', 'Devanagari', 'Inherited'];
const bundledSymbols = String.raw`\p{Emoji}\p{C}\p{Z}\u0020-\u007e\u00a1-\u02ff\u2010-\u2027\u2030-\u205e\u20ac\u2122`;
const bundled = new RegExp(
  `^[${bundledScripts.map((script) => `\\p{Script=${script}}`).join('')}${bundledSymbols}]*$`,
  'u',
);

/** Whether a text may have characters of these fonts, whose table is loaded only then. */
export const mayNeedFallbacks = (text: string): boolean => !bundled.test(text.normalize('NFC'));

/**
 * The files that a text needs as `<font>/<part>-<weight>`, in order of precedence; each character is taken from the
 * first font that has it. A file contains the characters of its part and no others.
 */
export function fallbacksNeeded(
  fonts: readonly FallbackFont[],
  { text, isBold }: { text: string; isBold: boolean },
): string[] {
  if (!mayNeedFallbacks(text)) return [];
  const language = languageOf(text);
  const ordered = [
    ...fonts.filter((font) => language !== null && font.language === language),
    ...fonts.filter((font) => language === null || font.language !== language),
  ];
  const needed = new Map<FallbackFont, Set<string>>();
  const take = (character: string): boolean => {
    const point = character.codePointAt(0) ?? 0;
    for (const font of ordered) {
      const part = partsByCharacter(font).get(point);
      if (part === undefined) continue;
      needed.set(font, (needed.get(font) ?? new Set()).add(part));
      return true;
    }
    return false;
  };
  for (const character of new Set(text.normalize('NFC')))
    if (!take(character)) for (const each of character.normalize('NFKC')) take(each);
  return ordered.flatMap((font) =>
    [...(needed.get(font) ?? [])].toSorted().map((part) => `${font.id}/${part}-${isBold ? bold : regular}`),
  );
}

/** The fonts with only those parts that are among names of files. */
export function fontsWith(fonts: readonly FallbackFont[], names: ReadonlySet<string>): FallbackFont[] {
  return fonts.flatMap((font) => {
    const parts = Object.entries(font.parts).filter(([part]) =>
      [regular, bold].some((weight) => names.has(`${font.id}/${part}-${weight}`)),
    );
    return parts.length === 0 ? [] : [{ ...font, parts: Object.fromEntries(parts) }];
  });
}

/** Whether a name is that of such a file, not of one of a bundled family. */
export const isFallbackFile = (name: string): boolean => /-(?:400|700)$/.test(name);

/** The characters of a file as a CSS unicode-range; '' if no font has it. */
export function rangeOfFile(fonts: readonly FallbackFont[], name: string): string {
  const [id, file = ''] = name.split('/');
  const range = fonts.find((font) => font.id === id)?.parts[file.slice(0, file.lastIndexOf('-'))];
  return range === undefined ? '' : cssRange(range);
}

const cssRange = (range: string): string => `U+${range.replaceAll(',', ',U+')}`;

const tables = new WeakMap<FallbackFont, ReadonlyMap<number, string>>();

function partsByCharacter(font: FallbackFont): ReadonlyMap<number, string> {
  const known = tables.get(font);
  if (known !== undefined) return known;
  const table = new Map<number, string>();
  for (const [part, range] of Object.entries(font.parts))
    for (const [from, to] of rangesOf(cssRange(range)))
      for (let point = from; point <= to; point++) table.set(point, part);
  tables.set(font, table);
  return table;
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;
const bopomofo = /\p{Script=Bopomofo}/u;
const han = /\p{Script=Han}/u;

/**
 * The East Asian language whose shapes a text's characters should have; null without such characters. Without a
 * syllabary, that of the national character set which contains most of them.
 */
export function languageOf(text: string): 'ja' | 'ko' | 'zh-hans' | 'zh-hant' | null {
  if (kana.test(text)) return 'ja';
  if (hangul.test(text)) return 'ko';
  if (bopomofo.test(text)) return 'zh-hant';
  const letters = Array.from(new Set(text)).filter((character) => han.test(character));
  if (letters.length === 0) return null;
  const share = (set: ReadonlySet<string>): number => letters.filter((letter) => set.has(letter)).length;
  const [simplified, traditional, japanese] = [share(sets().hans), share(sets().hant), share(sets().ja)];
  if (simplified >= traditional && simplified >= japanese) return 'zh-hans';
  return traditional >= japanese ? 'zh-hant' : 'ja';
}

let known: { hans: ReadonlySet<string>; hant: ReadonlySet<string>; ja: ReadonlySet<string> } | undefined;

/** The characters of GB 2312, of Big5 and of JIS X 0208, from the decoders that every browser has. */
const sets = () =>
  (known ??= {
    hans: charactersOf('gbk', { lead: [0xb0, 0xf7], trail: [0xa1, 0xfe] }),
    hant: charactersOf('big5', { lead: [0xa4, 0xf9], trail: [0x40, 0xfe] }),
    ja: charactersOf('euc-jp', { lead: [0xb0, 0xf4], trail: [0xa1, 0xfe] }),
  });

type Bytes = { lead: readonly [number, number]; trail: readonly [number, number] };

function charactersOf(encoding: string, { lead, trail }: Bytes): Set<string> {
  const decoder = new TextDecoder(encoding);
  const bytes: number[] = [];
  // A line break after each pair, so that a pair that means nothing cannot swallow the next one.
  for (let first = lead[0]; first <= lead[1]; first++)
    for (let second = trail[0]; second <= trail[1]; second++) bytes.push(first, second, 0x0a);
  return new Set(
    decoder
      .decode(new Uint8Array(bytes))
      .split('\n')
      .filter((each) => han.test(each)),
  );
}
