import { ownCredit } from '../own-credit.ts';
import { drawnPage } from '../pictures/pictures.ts';
import { hashOf, pick, randomOf } from '../../generated/seed.ts';
import type { Failure, Source } from '../source.ts';
import { stemsOf } from '../words.ts';
import { compose } from '../../generated/music/compose.ts';
import { moods, type Mood } from '../../generated/music/mood.ts';
import { pieceOf } from '../../generated/music/piece.ts';
import { wavOf } from '../../generated/music/sound.ts';

const notOurs: Failure = { kind: 'refused', message: 'This music is not one of the built-in pieces.' };

const lengths = [30, 60, 90, 120];

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
