import type { Data } from '#contract/index.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { planRound, type Rhythm } from '#rules/planning.ts';
import { counted } from '../../../../../lib/words.ts';
import { postWords, type Flag, type KnownRooms, type PostWords } from '../../../../../lib/post-words.ts';

type Item = Data<'fetch-stream'>['items'][number];

/** A post of a plan: its index from 0, its instant, and its item with the words it is published with. */
export type PostOfPlan = { position: number; at: Date; item: Item; words: PostWords };

/** The items of a stream at their times, in publishing order. */
export function postsOfPlan(
  items: readonly Item[],
  { networks, known, ...rhythm }: Rhythm & { networks: readonly NetworkId[]; known: KnownRooms },
): PostOfPlan[] {
  const plan = planRound({ ...rhythm, firstStep: 0, count: items.length });
  return plan.flatMap(({ position, dueAt }) => {
    const item = items[position];
    return item ? [{ position, at: dueAt, item, words: postWords(item, networks, known) }] : [];
  });
}

/**
 * The warnings about the words of some posts: '2 posts have no caption, 12 titles are file names'; '' for none. Words
 * that are too long are reported with the networks' other rules.
 */
export function flagsInWords(posts: readonly { words: { flags: readonly Flag[] } }[]): string {
  const countOf = (flag: Flag): number => posts.filter(({ words }) => words.flags.includes(flag)).length;
  const [bare, named] = [countOf('no-caption'), countOf('file-name')];
  return [
    bare > 0 ? counted(bare, 'post has no caption', 'posts have no caption') : '',
    named > 0 ? counted(named, 'title is a file name', 'titles are file names') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
