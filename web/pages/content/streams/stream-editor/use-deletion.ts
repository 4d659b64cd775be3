import type { Data } from '#contract/index.ts';
import { titleOf } from '#rules/titles.ts';
import { useAction } from '../../../../api/action.ts';
import { counted, someNames } from '../../../../lib/words.ts';
import { confirmDelete } from '../../../../parts/dialogs/dialogs.ts';
import type { Change } from './change-note.tsx';
import { deletedInWords, restoredInWords } from './deleted-words.ts';
import { focusNear } from './focus-near.ts';

type Item = Data<'fetch-stream'>['items'][number];

type Deletion = {
  streamId: string;
  items: readonly Item[];
  uses: Data<'fetch-uses'> | undefined;
  say: (change: Change) => void;
};

/**
 * Asks before items of a stream are deleted, all or none, and reports the outcome afterwards, with a button to undo it.
 */
export function useDeletion({ streamId, items, uses, say }: Deletion): (chosen: readonly Item[]) => void {
  const restore = useAction('restore-stream-files', {
    quiet: true,
    onDone: (done) => say({ words: restoredInWords(done), undo: null }),
  });
  const remove = useAction('delete-stream-files', {
    quiet: true,
    onDone: (done, { ids, content_stream_id }) => {
      const first = items.find(({ id }) => id === ids[0]);
      const what = ids.length === 1 && first ? `${titleOf(first)} is` : `${counted(ids.length, 'item')} are`;
      const back = { content_stream_id, ids, deleted_at: done.deleted_at };
      let isOnItsWay = false;
      const undo = async () => {
        if (isOnItsWay) return;
        isOnItsWay = true;
        await restore.run(back, { repeats: true });
        isOnItsWay = false;
      };
      say({ words: deletedInWords(what, done), undo: () => void undo() });
    },
  });
  return (chosen) => {
    const [first] = chosen;
    if (first === undefined) return;
    const ids = chosen.map(({ id }) => id);
    const rest = new Set(ids);
    const place = items.findIndex(({ id }) => rest.has(id));
    const question =
      chosen.length === 1
        ? {
            text: 'Do you want to Delete this File',
            about: { name: titleOf(first), of: 'stream-item' as const, id: first.id },
          }
        : {
            title: `Delete ${counted(chosen.length, 'item')}?`,
            text:
              uses?.waiting === 0
                ? 'No waiting post uses any of them.'
                : 'Waiting posts that use them are stopped. You can undo this.',
            about: { name: someNames(chosen.map(titleOf)), words: '' },
          };
    confirmDelete({
      ...question,
      followsRow: false,
      onConfirm: async () => {
        const isDone = await remove.run({ content_stream_id: streamId, ids }, { repeats: true });
        if (isDone) focusNear(items.filter(({ id }) => !rest.has(id))[place] ?? null);
        return isDone;
      },
    });
  };
}
