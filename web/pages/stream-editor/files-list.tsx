import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useEffect, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { titleOf } from '#rules/titles.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAction, useCall } from '../../queries.ts';
import { staleByEditing } from '../../stale.ts';
import { ChangeNote, type Change } from './change-note.tsx';
import { holdsFiles } from './check-file.ts';
import { FileDetails } from './file-details.tsx';
import { FileRow } from './file-row.tsx';
import { MoreRows, type More } from './more-rows.tsx';
import { changedInWords, orderInWords, undoneInWords, type Planned } from './planned-words.ts';
import styles from './files-list.module.css';

type Item = Data<'fetch-stream'>['items'][number];

const nameOf = (item: Item | undefined): string => (item ? titleOf(item) : '');

type Props = { stream: Data<'fetch-stream'>['stream']; items: readonly Item[]; more: More };

/** The files or texts of a stream in their order, which can be changed by drag or keyboard and taken back; those further down come as one scrolls. Source: specification 2, §2. */
export function FilesList({ stream: { id: streamId, type, items: total }, items, more }: Props) {
  const { data: uses } = useCall('fetch-uses', { of: 'stream', id: streamId });
  const [edit, setEdit] = useState<Change | null>(null);
  const order = useOrder(items);
  const change = order.undo ? { words: orderInWords(uses), undo: order.undo } : edit;
  const changed = useWordsChanged((next) => { order.forget(); setEdit(next); });
  const [openId, setOpenId] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const nameById = (id: string | number) => nameOf(order.items.find((item) => item.id === id));
  const placeOf = (id: string | number) => order.items.findIndex((item) => item.id === id) + 1;
  if (items.length === 0) return <EmptyState icon={holdsFiles(type) ? 'photo' : 'file-text'} text="No Records Found" />;

  const end = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    setEdit(null);
    order.move(placeOf(active.id) - 1, placeOf(over.id) - 1);
  };
  return (
    <>
      {change && <ChangeNote change={change} onClose={() => { order.forget(); setEdit(null); }} />}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={end}
        accessibility={{
          screenReaderInstructions: { draggable: 'Press space to pick the row up, the arrow keys to move it, space again to put it down, escape to leave it where it was.' },
          announcements: {
            onDragStart: ({ active }) => `${nameById(active.id)} picked up, place ${placeOf(active.id)} of ${total}.`,
            onDragOver: ({ active, over }) => (over ? `${nameById(active.id)} is over place ${placeOf(over.id)}.` : undefined),
            onDragEnd: ({ active, over }) => (over ? `${nameById(active.id)} put down at place ${placeOf(over.id)}.` : `${nameById(active.id)} put back.`),
            onDragCancel: ({ active }) => `${nameById(active.id)} stays where it was.`,
          },
        }}
      >
        <SortableContext items={order.items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <table className={styles.files} aria-label="Content of this stream, in the order it goes out">
            <thead>
              <tr>
                <th scope="col"><span className="visually-hidden">Order</span></th>
                <th scope="col">THUMBNAIL</th>
                <th scope="col">TITLE</th>
                <th scope="col">DESCRIPTION</th>
                <th scope="col">DATE</th>
                <th scope="col">ACTION</th>
              </tr>
            </thead>
            <tbody>
              {order.items.map((item, index) => <FileRow key={item.id} item={item} place={index + 1} onOpen={() => setOpenId(item.id)} />)}
            </tbody>
          </table>
        </SortableContext>
      </DndContext>
      <MoreRows more={more} left={total - items.length} />
      <FileDetails item={items.find(({ id }) => id === openId) ?? null} onClose={() => setOpenId(null)} onChanged={changed} />
    </>
  );
}

// A later change takes the place of an earlier one's note, and with it of the way back.
function useWordsChanged(say: (change: Change) => void): (item: Item, planned: Planned) => void {
  const back = useAction('update-stream', { invalidates: staleByEditing, quiet: true, onDone: ({ planned, ...item }) => say({ words: undoneInWords(nameOf(item), planned), undo: null }) });
  return (item, planned) => say({ words: changedInWords(nameOf(item), planned), undo: () => void back.run({ id: item.id, ...planned.undo, planned_posts: 'undo', version: item.version }) });
}

type Order = { items: readonly Item[]; move: (from: number, to: number) => void; undo: (() => void) | null; /** Takes the way back away. */ forget: () => void };

/** A move: which item, and behind which one (null: first). */
type Move = { id: string; afterId: string | null };

function movedIn(ids: readonly string[], { id, afterId }: Move): string[] {
  const rest = ids.filter((other) => other !== id);
  return rest.toSpliced(afterId === null ? 0 : rest.indexOf(afterId) + 1, 0, id);
}

// The wished order stands until the server's answer brings the same one, or refuses it.
function useOrder(items: readonly Item[]): Order {
  const [wished, setWished] = useState<readonly string[] | null>(null);
  const [back, setBack] = useState<Move | null>(null);
  const move = useAction('move-stream-item', { invalidates: ['fetch-stream'], quiet: true });
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
    setWished(movedIn(ids, wish));
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
      void send({ id, afterId: arrayMove([...ids], from, to)[to - 1] ?? null }, { id, afterId: ids[from - 1] ?? null });
    },
    undo: undoable ? () => void send(back, null) : null,
    forget: () => setBack(null),
  };
}
