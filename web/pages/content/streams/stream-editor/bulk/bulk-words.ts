import { counted } from '../../../../../lib/words.ts';
import type { Bulk } from './use-bulk.ts';

/** The outcome of a bulk edit: '3 items have changed. 2 waiting posts go out with the new words.' */
export function bulkInWords({ undo, left, follow, keep, under_way: underWay, asked_again: asked }: Bulk): string {
  return sentences([
    `${counted(undo.length, 'item has', 'items have')} changed.`,
    follow > 0 && `${counted(follow, 'waiting post goes', 'waiting posts go')} out with the new words.`,
    asked > 0 && `${counted(asked, 'post asks its client', 'posts ask their clients')} for approval again.`,
    keep > 0 &&
      `${counted(keep, 'waiting post goes out with the words it', 'waiting posts go out with the words they')} had.`,
    underWay > 0 &&
      `${counted(underWay, 'post is being sent and keeps its', 'posts are being sent and keep their')} words.`,
    leftInWords(left.length),
  ]);
}

/** The outcome of undoing a bulk edit. */
export const bulkUndoneInWords = ({ undo, left }: Bulk): string =>
  sentences([
    `${counted(undo.length, 'item has its earlier words', 'items have their earlier words')} again.`,
    leftInWords(left.length),
  ]);

const leftInWords = (count: number): string | false =>
  count > 0 &&
  `${counted(count, 'item was', 'items were')} changed or removed elsewhere meanwhile and ` +
    `${count === 1 ? 'stays as it is' : 'stay as they are'}.`;

const sentences = (list: readonly (string | false)[]): string =>
  list.filter((sentence) => sentence !== false).join(' ');
