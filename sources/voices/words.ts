/** Texts that voices misread (numbers, symbols and abbreviations), and their spoken form. Pure. */
import dictionary from './words.json' with { type: 'json' };

/** A replacement: the text written at `index`, and the text spoken for it. */
export type SpokenWord = { index: number; written: string; spoken: string };

/** The words of an agency or client: how a name is spoken. They take precedence over the built-in patterns. */
export type OwnWords = Readonly<Record<string, string>>;

type Rule = { pattern: RegExp; spoken: (parts: RegExpExecArray) => string };

const thousands: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  b: 'billion',
  bn: 'billion',
};
const currencies: Readonly<Record<string, string>> = {
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
  '¥': 'yen',
  '₹': 'rupees',
};

/**
 * English patterns, the more specific before the more general. NOTE: where a run of characters could begin at each of
 * its words, `\b(?<!\b…+?)` allows its first word only: without it, 100,000 characters of `1,` take half a minute.
 */
const english: readonly Rule[] = [
  { pattern: /\bhttps?:\/\/(?:www\.)?([\w.-]+)\S*/giu, spoken: ([, host = '']) => spelled(host) },
  { pattern: /\bwww\.([\w.-]+)\S*/giu, spoken: ([, host = '']) => spelled(host) },
  {
    pattern: /\b(?<!\b[\w.+-]+?)[\w.+-]+@([\w-]+\.)+\w{2,}\b/gu,
    spoken: ([written]) => spelled(written).replace('@', ' at '),
  },
  {
    pattern: /\b(?<!\b[a-z\d-]+?)[a-z\d-]+\.(?:com|net|org|io|co|app|dev|digital)\b/giu,
    spoken: ([written]) => spelled(written),
  },
  { pattern: /#(\p{L}[\p{L}\d_]*)/gu, spoken: ([, tag = '']) => `hashtag ${apart(tag)}` },
  { pattern: /(?<![\w@])@(\p{L}[\w.]*\w)/gu, spoken: ([, name = '']) => `at ${apart(name)}` },
  { pattern: /\b24\/7\b/gu, spoken: () => 'twenty-four seven' },
  {
    pattern: /([$€£¥₹])\s?(\d[\d,]*)(?:\.(\d+))?\s?(k|mn?|bn?)?\b/giu,
    spoken: ([, sign = '', whole = '', part, size]) => amount(whole, part, size) + ` ${currencies[sign] ?? ''}`,
  },
  {
    pattern: /\b(?<!\b\d[\d,]*?)(\d[\d,]*)(?:\.(\d+))?(k|mn|bn|m|b)\b/giu,
    spoken: ([, whole = '', part, size]) => amount(whole, part, size),
  },
  {
    pattern: /\b(?<!\b\d[\d,]*?)(\d[\d,]*(?:\.\d+)?)\s?%/gu,
    spoken: ([, number = '']) => `${number.replaceAll(',', '')} percent`,
  },
  { pattern: /\b(\d{1,3})[–-](\d{1,3})\b/gu, spoken: ([, from = '', to = '']) => `${from} to ${to}` },
  { pattern: /\b\d{1,3}(?:,\d{3})+\b/gu, spoken: ([written]) => written.replaceAll(',', '') },
  { pattern: /(?<=\d)\s?[×x]\s?(?=\d)/gu, spoken: () => ' by ' },
  { pattern: /\b(\d+(?:\.\d+)?)x\b/gu, spoken: ([, number = '']) => `${number} times` },
  { pattern: /(?<=\d)\+/gu, spoken: () => ' plus' },
];

/**
 * Words missing from every dictionary: capitals without a vowel, and compound words (AgencyReel), which are spoken
 * apart.
 */
const unknownWords: readonly Rule[] = [
  { pattern: /\b[B-DF-HJ-NP-TV-XZ]{2,5}\b/gu, spoken: ([written]) => Array.from(written).join(' ') },
  { pattern: /\b\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+)+\b/gu, spoken: ([written]) => apart(written) },
];

/** Everything in a text that is not spoken as written, in the order of the text; `language` is a BCP 47 code. */
export function misreadIn(text: string, { language, own = {} }: { language: string; own?: OwnWords }): SpokenWord[] {
  const isEnglish = /^en\b/i.test(language);
  const rules = [
    ...Object.entries(own).map(([written, spoken]) => wordRule(written, spoken)),
    ...(isEnglish ? english : []),
    ...(isEnglish ? Object.entries(dictionary.en).map(([written, spoken]) => wordRule(written, spoken)) : []),
    ...(isEnglish ? unknownWords : []),
  ];
  const found: SpokenWord[] = [];
  const taken = new Uint8Array(text.length);
  for (const { pattern, spoken } of rules) {
    for (const parts of text.matchAll(pattern)) {
      const [start, end] = [parts.index, parts.index + parts[0].length];
      if (taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      found.push({ index: start, written: parts[0], spoken: spoken(parts) });
    }
  }
  return found.toSorted((a, b) => a.index - b.index);
}

/** The text that a voice receives: misread parts replaced, emoji and characters without a sound removed. */
export function spokenText(text: string, options: { language: string; own?: OwnWords }): string {
  let [spoken, at] = ['', 0];
  for (const word of misreadIn(text, options)) {
    spoken += text.slice(at, word.index) + word.spoken;
    at = word.index + word.written.length;
  }
  spoken += text.slice(at);
  return spoken
    .replace(/\p{RGI_Emoji}/gv, ' ')
    .replace(/[*_~^|<>{}[\]\\]+/gu, ' ')
    .replace(/[ \t]+/gu, ' ')
    .trim();
}

/** A word of a dictionary, matched whole and in its own case. */
function wordRule(written: string, spoken: string): Rule {
  const escaped = written.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);
  return { pattern: new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'gu'), spoken: () => spoken };
}

function amount(whole: string, part: string | undefined, size: string | undefined): string {
  const number = whole.replaceAll(',', '') + (part === undefined ? '' : `.${part}`);
  return size === undefined ? number : `${number} ${thousands[size.toLowerCase()] ?? ''}`;
}

const spelled = (host: string): string => host.replaceAll('.', ' dot ').replaceAll('-', ' dash ');

/** Splits compound words: `GrowFast_now -> Grow Fast now`. */
const apart = (tag: string): string => tag.replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
