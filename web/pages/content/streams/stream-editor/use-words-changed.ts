import type { Data } from '#contract/index.ts';
import { titleOf } from '#rules/titles.ts';
import { useAction } from '../../../../api/action.ts';
import type { Change } from './change-note.tsx';
import { changedInWords, undoneInWords, type Planned } from './planned-words.ts';

type Item = Data<'fetch-stream'>['items'][number];

/**
 * Reports the effect of an item's edit on its planned posts, with a button to undo it. A later change replaces an
 * earlier note and its undo.
 */
export function useWordsChanged(say: (change: Change) => void): (item: Item, planned: Planned) => void {
  const back = useAction('update-stream', {
    quiet: true,
    onDone: ({ planned, ...item }) => say({ words: undoneInWords(titleOf(item), planned), undo: null }),
  });
  return (item, planned) =>
    say({
      words: changedInWords(titleOf(item), planned),
      undo: () => void back.run({ id: item.id, ...planned.undo, planned_posts: 'undo', version: item.version }),
    });
}
