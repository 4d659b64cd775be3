import type { Data, Sent } from '#contract/index.ts';
import { counted } from '../../lib/words.ts';

/** The type and the id of a thing; a stream also says what it contains. */
export type UsedThing = { of: Sent<'fetch-uses'>['of']; id: string; noun?: 'file' | 'text' };
type Uses = Data<'fetch-uses'>;

const usedBy = ({ schedules, waiting }: Uses): string =>
  schedules === 0 && waiting === 0
    ? 'used by no schedule'
    : `used by ${counted(schedules, 'schedule')}, ${waitingPosts(waiting)}`;
const waitingPosts = (waiting: number): string =>
  waiting === 0 ? 'no posts waiting' : `${counted(waiting, 'post')} waiting`;
const some = (count: number, noun: string): string => (count === 0 ? `no ${noun}s` : counted(count, noun));

/** What depends on a thing, in a line: '12 files, used by 3 schedules, 5 posts waiting'. */
export function usesInWords({ of, noun = 'file' }: Pick<UsedThing, 'of' | 'noun'>, uses: Uses): string {
  switch (of) {
    case 'stream':
      return `${some(uses.items, noun)}, ${usedBy(uses)}`;
    case 'stream-item':
    case 'account':
      return usedBy(uses);
    case 'schedule':
      return uses.waiting === 0
        ? waitingPosts(0)
        : `${waitingPosts(uses.waiting)} for ${counted(uses.accounts, 'account')}`;
    case 'scheduled-item':
      return uses.accounts === 0 ? 'waiting for no account' : `waiting for ${counted(uses.accounts, 'account')}`;
    case 'client':
      return `${some(uses.accounts, 'account')}, ${some(uses.schedules, 'schedule')}, ${waitingPosts(uses.waiting)}`;
    default:
      return of satisfies never;
  }
}

/**
 * A line as a separate sentence: 'used by 9 schedules, 14 posts waiting' -> 'Used by 9 schedules, 14 posts waiting'.
 */
export const asSentence = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1);
