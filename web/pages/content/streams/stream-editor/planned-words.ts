import type { Data } from '#contract/index.ts';
import { sayCount } from '../../../../lib/words.ts';

/** The outcome for the planned posts of an edited item. */
export type Planned = Data<'update-stream'>['planned'];
type Counts = Omit<Planned, 'undo'>;

const each = (count: number, one: string, many: string): string => `${sayCount(count)} ${count === 1 ? one : many}`;

/**
 * The effect of an edit of an item on the posts planned with it: 'Loaf has changed. 14 waiting posts go out with the
 * new words.'
 */
export function changedInWords(
  name: string,
  { follow, keep, under_way: underWay, asked_again: asked }: Counts,
): string {
  return [
    `${name} has changed.`,
    follow > 0
      ? each(follow, 'waiting post goes out with the new words.', 'waiting posts go out with the new words.')
      : '',
    asked > 0
      ? each(asked, 'post asks its client for approval again.', 'posts ask their clients for approval again.')
      : '',
    keep > 0
      ? each(keep, 'waiting post goes out with the words it had.', 'waiting posts go out with the words they had.')
      : '',
    underWay > 0
      ? each(underWay, 'post is being sent and keeps its words.', 'posts are being sent and keep their words.')
      : '',
    follow + keep + underWay === 0 ? 'No post was waiting with it.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The effect of undoing an edit. */
export function undoneInWords(name: string, { follow, asked_again: asked }: Counts): string {
  const posts = follow === 1 ? 'has the post that waits' : 'have the posts that wait';
  return [
    `${name} has its earlier words again${follow > 0 ? `, and so ${posts}` : ''}.`,
    asked > 0 ? each(asked, 'post waits for its client’s approval.', 'posts wait for their clients’ approval.') : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

type Use = Pick<Data<'fetch-uses'>, 'schedules' | 'waiting'>;

/** Whether anything is planned with a stream, so that a change to it needs a remark. */
export const isUsed = ({ schedules, waiting }: Use): boolean => schedules > 0 || waiting > 0;

/** When an item added to a stream in use is published. */
export const addingInWords = ({ waiting }: Use): string =>
  'What you add goes out from the next round of each repeating schedule on, and in schedules made from now ' +
  `on.${waiting > 0 ? ' Planned posts stay as they are.' : ''}`;

/** When another order of a stream in use takes effect. */
export function orderInWords(use: Use | undefined): string {
  if (use === undefined || !isUsed(use)) return 'The order has changed.';
  return [
    'The order has changed.',
    use.waiting > 0 ? each(use.waiting, 'waiting post keeps its order.', 'waiting posts keep their order.') : '',
    'The new order applies from the next round of each repeating schedule on, and in schedules made from now on.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
