import { useEffect, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../../../api/action.ts';

type Item = Data<'fetch-stream'>['items'][number];

/** A stream's items in the person's order, which is sent to the server at once. */
export type Order = {
  items: readonly Item[];
  /** Moves the item at `from` to the position `to`, counted from 0 in the order without it. */
  move: (from: number, to: number) => void;
  undo: (() => void) | null;
  /** Removes the undo button. */ forget: () => void;
};

/** A move: the item, and the one it follows (null: first). */
type Move = { id: string; afterId: string | null };

/** A list with one of its entries at another position. */
export const moved = <T>(list: readonly T[], { from, to }: { from: number; to: number }): T[] => {
  const entry = list.slice(from, from + 1);
  return list.toSpliced(from, 1).toSpliced(to, 0, ...entry);
};

function movedBehind(ids: readonly string[], { id, afterId }: Move): string[] {
  const rest = ids.filter((other) => other !== id);
  return rest.toSpliced(afterId === null ? 0 : rest.indexOf(afterId) + 1, 0, id);
}

/** The order of a stream's items. The person's order is shown until the server's answer confirms or refuses it. */
export function useOrder(items: readonly Item[]): Order {
  const [wished, setWished] = useState<readonly string[] | null>(null);
  const [back, setBack] = useState<Move | null>(null);
  const move = useAction('move-stream-item', { quiet: true });
  const known = items.map(({ id }) => id);
  const byId = new Map(items.map((item) => [item.id, item]));
  const isThere = wished !== null && wished.every((id) => byId.has(id));
  const inWish = new Set(wished);
  const ids = isThere ? [...wished, ...known.filter((id) => !inWish.has(id))] : known;

  const settled = wished !== null && (!isThere || wished.every((id, index) => id === known[index]));
  useEffect(() => {
    if (settled) setWished(null);
  }, [settled]);

  const send = async (wish: Move, wayBack: Move | null) => {
    setWished(movedBehind(ids, wish));
    setBack(wayBack);
    if (await move.run({ id: wish.id, after_id: wish.afterId })) return;
    setWished(null);
    setBack(null);
  };
  const undoable = back !== null && byId.has(back.id) && (back.afterId === null || byId.has(back.afterId));
  return {
    items: ids.flatMap((id) => byId.get(id) ?? []),
    move: (from, to) => {
      const id = ids[from] ?? '';
      void send({ id, afterId: moved(ids, { from, to })[to - 1] ?? null }, { id, afterId: ids[from - 1] ?? null });
    },
    undo: undoable ? () => void send(back, null) : null,
    forget: () => setBack(null),
  };
}
