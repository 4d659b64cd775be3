import type { Data } from '#contract/index.ts';
import { counted } from '../../../../lib/words.ts';

type Deleted = Pick<Data<'delete-stream-files'>, 'stopped' | 'under_way'>;
type Restored = Data<'restore-stream-files'>;

const sentences = (list: readonly (string | false)[]): string =>
  list.filter((sentence) => sentence !== false).join(' ');

/** The outcome of a deletion: '3 items are deleted. 2 waiting posts were stopped.' */
export const deletedInWords = (what: string, { stopped, under_way: underWay }: Deleted): string =>
  sentences([
    `${what} deleted.`,
    stopped > 0 && `${counted(stopped, 'waiting post was', 'waiting posts were')} stopped.`,
    underWay > 0 &&
      `${counted(underWay, 'post is being sent and could', 'posts are being sent and could')} not be stopped.`,
  ]);

/** The outcome of its undo: '3 items are back in their positions. 2 posts wait again.' */
export const restoredInWords = ({ restored, there, left, waiting, moved }: Restored): string =>
  sentences([
    restored > 0 && `${counted(restored, 'item is back in its position', 'items are back in their positions')}.`,
    there > 0 && `${counted(there, 'item is', 'items are')} back already.`,
    left > 0 &&
      `${counted(left, 'item was deleted again elsewhere and stays', 'items were deleted again elsewhere and stay')} ` +
        'deleted.',
    waiting > 0 && `${counted(waiting, 'post waits', 'posts wait')} again.`,
    moved > 0 &&
      `${counted(moved, 'of them goes', 'of them go')} out at the next free time, since the time before has passed ` +
        'or its schedule was moved.',
  ]);
