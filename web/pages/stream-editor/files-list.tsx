import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Data } from '#contract/index.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { titleOf } from '#rules/titles.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAction, useCall } from '../../queries.ts';
import { staleByEditing } from '../../stale.ts';
import { ChangeNote, type Change } from './change-note.tsx';
import { holdsFiles } from './check-file.ts';
import { FileDetails } from './file-details.tsx';
import { FileRow } from './file-row.tsx';
import { changedInWords, orderInWords, undoneInWords, type Planned } from './planned-words.ts';
import styles from './files-list.module.css';

type Item = Data<'fetch-stream'>['items'][number];

const nameOf = (item: Item | undefined): string => (item ? titleOf(item) : '');

/** How many rows are drawn at first and with every "Show more". */
const step = 100;

/** The files or texts of a stream in their order, which can be changed by drag or keyboard and taken back. Source: specification 2, §2. */
export function FilesList({ streamId, type, items }: { streamId: string; type: StreamType; items: readonly Item[] }) {
  const { data: uses } = useCall('fetch-uses', { of: 'stream', id: streamId });
  const [edit, setEdit] = useState<Change | null>(null);
  const order = useOrder(streamId, items);
  const change = order.undo ? { words: orderInWords(uses), undo: order.undo } : edit;
  const changed = useWordsChanged((next) => { order.forget(); setEdit(next); });
  const [openId, setOpenId] = useState<string | null>(null);
  const [shown, setShown] = useState(step);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const visible = order.items.slice(0, shown);
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
            onDragStart: ({ active }) => `${nameById(active.id)} picked up, place ${placeOf(active.id)} of ${order.items.length}.`,
            onDragOver: ({ active, over }) => (over ? `${nameById(active.id)} is over place ${placeOf(over.id)}.` : undefined),
            onDragEnd: ({ active, over }) => (over ? `${nameById(active.id)} put down at place ${placeOf(over.id)}.` : `${nameById(active.id)} put back.`),
            onDragCancel: ({ active }) => `${nameById(active.id)} stays where it was.`,
          },
        }}
      >
        <SortableContext items={visible.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
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
              {visible.map((item, index) => <FileRow key={item.id} item={item} place={index + 1} onOpen={() => setOpenId(item.id)} />)}
            </tbody>
          </table>
        </SortableContext>
      </DndContext>
      {shown < items.length && (
        <Group justify="center" mt="md"><Button variant="default" onClick={() => setShown(shown + step)}>Show more ({items.length - shown})</Button></Group>
      )}
      <FileDetails item={items.find(({ id }) => id === openId) ?? null} onClose={() => setOpenId(null)} onChanged={changed} />
    </>
  );
}

// A later change takes the place of an earlier one's note, and with it of the way back.
function useWordsChanged(say: (change: Change) => void): (item: Item, planned: Planned) => void {
  const back = useAction('update-stream', { invalidates: staleByEditing, quiet: true, onDone: ({ planned, ...item }) => say({ words: undoneInWords(nameOf(item), planned), undo: null }) });
  return (item, planned) => say({ words: changedInWords(nameOf(item), planned), undo: () => void back.run({ id: item.id, ...planned.undo, planned_posts: 'undo' }) });
}

type Order = { items: readonly Item[]; move: (from: number, to: number) => void; undo: (() => void) | null; /** Takes the way back away. */ forget: () => void };

// The wished order stands until the server's answer brings the same one, or refuses it.
function useOrder(streamId: string, items: readonly Item[]): Order {
  const [wished, setWished] = useState<readonly string[] | null>(null);
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const reorder = useAction('reorder-stream', { invalidates: ['fetch-stream'], quiet: true });
  const known = items.map(({ id }) => id);
  const sameItems = wished !== null && wished.length === known.length && known.every((id) => wished.includes(id));
  const ids = sameItems ? wished : known;

  const settled = wished !== null && (!sameItems || known.every((id, index) => id === wished[index]));
  useEffect(() => {
    if (settled) setWished(null);
  }, [settled]);

  const send = async (next: readonly string[], undoTo: readonly string[] | null) => {
    setWished(next);
    setBefore(undoTo);
    if (await reorder.run({ content_stream_id: streamId, ids: [...next] })) return;
    setWished(null);
    setBefore(null);
  };
  const byId = new Map(items.map((item) => [item.id, item]));
  const undoable = before !== null && before.length === known.length && before.every((id) => byId.has(id));
  return {
    items: ids.flatMap((id) => byId.get(id) ?? []),
    move: (from, to) => void send(arrayMove([...ids], from, to), ids),
    undo: undoable ? () => void send(before, null) : null,
    forget: () => setBefore(null),
  };
}
