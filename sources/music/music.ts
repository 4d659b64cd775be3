import { ownCredit } from '../own-credit.ts';
import { drawnPage } from '../pictures/pictures.ts';
import { hashOf, pick, randomOf } from '../seed.ts';
import type { Failure, Source } from '../source.ts';
import { stemsOf } from '../words.ts';
import { compose, type Piece } from './compose.ts';
import { moods, type Mood } from './mood.ts';
import { wavOf } from './sound.ts';

const notOurs: Failure = { kind: 'refused', message: 'This music is not one of the built-in pieces.' };

const lengths = [30, 60, 90, 120];
/** The longest piece that can be made, in seconds. */
export const longestSeconds = 600;

/** Pieces that are composed when they are played. A result is a seed, so every keyword has results. */
export const embeddedMusic: Source<'music'> = {
  id: 'embedded',
  kind: 'music',
  search: async ({ keyword, cursor }) =>
    drawnPage<'music'>(cursor, (index) => {
      const mood = moodFor(keyword, index);
      const seed = hashOf(`${stemsOf(keyword).join(' ')} ${index}`)
        .toString(16)
        .padStart(8, '0');
      const seconds = lengths[index % lengths.length] ?? 60;
      const file = `${mood.name}.${seed}.${seconds}`;
      return { id: file, source: 'embedded', ...ownCredit, title: titleOf(mood, seed), file, seconds, mood: mood.name };
    }),
  open: async (reference) => {
    const piece = pieceOf(reference);
    return piece ? { kind: 'bytes', contentType: 'audio/wav', bytes: wavOf(compose(piece)) } : notOurs;
  },
};

/**
 * The piece of a reference: `calm.1f3a90bc.60`, with `.loop` for one without an ending. Any whole length from 2
 * seconds.
 */
export function pieceOf(reference: string): Piece | undefined {
  const [, name = '', seed = '', length = '', loop] =
    /^([a-z]+)\.([0-9a-f]{8})\.(\d{1,3})(\.loop)?$/.exec(reference) ?? [];
  const [mood, seconds] = [moods.get(name), Number(length)];
  if (!mood || seconds < 2 || seconds > longestSeconds) return undefined;
  return { mood, seed, seconds, isLoop: loop !== undefined };
}

/** The moods that a keyword means, in turn; all of them if it means none. */
function moodFor(keyword: string, index: number): Mood {
  const words = stemsOf(keyword);
  const all = [...moods.values()];
  const meant = all.filter(({ name, words: own }) =>
    words.some((word) => stemsOf([name, ...own].join(' ')).includes(word)),
  );
  const list = meant.length > 0 ? meant : all;
  const start = meant.length > 0 ? 0 : hashOf(words.join(' '));
  return pick(() => ((start + index) % list.length) / list.length, list);
}

/** A title made from the seed: 'Rainy Window No. 12'. */
function titleOf({ titles: [first, second] }: Mood, seed: string): string {
  const random = randomOf(hashOf(seed));
  return `${pick(random, first)} ${pick(random, second)} No. ${1 + Math.floor(random() * 99)}`;
}
