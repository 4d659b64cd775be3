import { useRef, useState } from 'react';
import type { Data, Sent } from '#contract/index.ts';
import { useAction } from '../../../../../api/action.ts';
import { inBatches } from './reword.ts';

/** The outcome of a bulk edit for its items, and how to undo it. */
export type Bulk = Data<'update-stream-items'>;
type Entry = Sent<'update-stream-items'>['items'][number];

/** What happens to waiting posts; 'undo' undoes an edit. */
export type BulkChoice = 'follow' | 'keep' | 'undo';

const nothing: Bulk = { undo: [], left: [], follow: 0, keep: 0, under_way: 0, asked_again: 0 };

const added = (one: Bulk, other: Bulk): Bulk => ({
  undo: [...one.undo, ...other.undo],
  left: [...one.left, ...other.left],
  follow: one.follow + other.follow,
  keep: one.keep + other.keep,
  under_way: one.under_way + other.under_way,
  asked_again: one.asked_again + other.asked_again,
});

/**
 * Changes the words of many items of a stream in batches. `sent` is how many have been sent, null if none are being
 * sent. If a request fails, the finished part and its undo remain: `isWhole` is then false.
 */
export function useBulk(streamId: string) {
  const [sent, setSent] = useState<number | null>(null);
  const sum = useRef(nothing);
  const save = useAction('update-stream-items', {
    quiet: true,
    onDone: (answer) => {
      sum.current = added(sum.current, answer);
    },
  });
  const send = async (entries: readonly Entry[], choice: BulkChoice): Promise<{ done: Bulk; isWhole: boolean }> => {
    sum.current = nothing;
    let isWhole = true;
    let count = 0;
    const sizeOf = (entry: Entry) => entry.description.length + JSON.stringify(entry.kept ?? []).length;
    for (const items of inBatches(entries, sizeOf)) {
      setSent(count);
      isWhole = await save.run({ content_stream_id: streamId, items, planned_posts: choice });
      if (!isWhole) break;
      count += items.length;
    }
    setSent(null);
    return { done: sum.current, isWhole };
  };
  return { sent, send };
}
