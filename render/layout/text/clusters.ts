/** The parts of a paragraph: graphemes, each with its font file or picture, its script and its bidirectional level. */
import imported from 'bidi-js';
import type { Face, FontStack } from './face.ts';

/**
 * One grapheme. `face` null: it is drawn as a picture. `level` is odd if it is written from right to left. `missing`:
 * no file has it, and nothing is drawn for it.
 */
export type Cluster = {
  text: string;
  start: number;
  level: number;
  face: Face | null;
  script: string;
  missing: boolean;
};

/** A paragraph's graphemes in the order of its characters, and its writing direction. */
export type Paragraph = { text: string; clusters: readonly Cluster[]; rightToLeft: boolean };

/** Whether there is a picture of an emoji. */
export type HasEmoji = (grapheme: string) => boolean;

// NOTE bundlers load the package's ES module, Node its CommonJS one, whose only export is the function itself.
const bidi = factoryIn(imported)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const emoji = /^(\p{RGI_Emoji}|\p{Emoji_Presentation})/v;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const common = /^[\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Scripts that a shaping engine treats differently; all others shape alike. */
const shapedApart = [
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Khmer',
  'Hangul',
  'Han',
  'Hiragana',
  'Katakana',
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** The emoji in a text, each once, so that their pictures can be loaded before layout. */
export function emojiIn(text: string): string[] {
  const found = [...graphemes.segment(text)].map(({ segment }) => segment).filter((each) => /\p{Emoji}/u.test(each));
  return [...new Set(found.filter((each) => !/^[\d#*]$/.test(each)))];
}

/**
 * Splits a paragraph (without line breaks). A grapheme that no file has is set in its compatibility form (a
 * mathematical bold A as A); if no file has that either, it is missing and nothing is drawn for it.
 */
export function paragraphOf(text: string, { fonts, hasEmoji }: { fonts: FontStack; hasEmoji: HasEmoji }): Paragraph {
  const embedding = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  const clusters: Cluster[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const previous = clusters.at(-1);
    const search = { fonts, hasEmoji, previous: previous?.face ?? null };
    const { found, visible } = drawable(mirrored.get(index) ?? segment, search);
    clusters.push({
      text: found === 'picture' || found === 'missing' ? visible : withoutUnknownIgnorables(visible, found),
      start: index,
      level: embedding.levels[index] ?? 0,
      face: found === 'picture' ? null : found === 'missing' ? fonts.faces[0] : found,
      script: scriptOf(segment, previous?.script ?? ''),
      missing: found === 'missing',
    });
  }
  return { text, clusters, rightToLeft: ((embedding.paragraphs[0]?.level ?? 0) & 1) === 1 };
}

type Search = { fonts: FontStack; hasEmoji: HasEmoji; previous: Face | null };

/** What a grapheme is drawn as: itself, else its compatibility form. */
function drawable(grapheme: string, search: Search): { found: ReturnType<typeof faceOf>; visible: string } {
  const found = faceOf(grapheme, search);
  const plain = grapheme.normalize('NFKC');
  if (found !== 'missing' || plain === grapheme) return { found, visible: grapheme };
  return { found: faceOf(plain, search), visible: plain };
}

function faceOf(grapheme: string, { fonts, hasEmoji, previous }: Search): Face | 'picture' | 'missing' {
  if (emoji.test(grapheme) && hasEmoji(grapheme)) return 'picture';
  const needed = Array.from(grapheme)
    .filter((character) => !ignorable.test(character))
    .map((character) => character.codePointAt(0) ?? 0);
  const serves = (face: Face): boolean => needed.every((codePoint) => face.has(codePoint));
  // Spaces and punctuation stay with the run before them, so that they do not split a word of another script.
  if (previous !== null && common.test(grapheme) && serves(previous)) return previous;
  return fonts.faces.find(serves) ?? (hasEmoji(grapheme) ? 'picture' : 'missing');
}

/** Joiners and variation selectors that a file lacks would be drawn as empty boxes. */
function withoutUnknownIgnorables(grapheme: string, face: Face): string {
  return Array.from(grapheme)
    .filter((character) => !ignorable.test(character) || face.has(character.codePointAt(0) ?? 0))
    .join('');
}

function scriptOf(grapheme: string, previous: string): string {
  if (common.test(grapheme)) return previous;
  return shapedApart.find(({ letter }) => letter.test(grapheme))?.name ?? '';
}

function factoryIn<Factory extends () => unknown>(module: Factory | { default: Factory }): Factory {
  return 'default' in module ? module.default : module;
}
