import { useMediaQuery } from '@mantine/hooks';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { titleOf } from '#rules/titles.ts';
import { FileRow, type RowActions } from './file-row.tsx';
import styles from './files-list.module.css';
import { useCarried, type Grip } from './use-carried.ts';
import { moved } from './use-order.ts';
import { shownRowsOf, useRowsInSight } from './visible-rows.ts';

type Item = Data<'fetch-stream'>['items'][number];

/** px, including the gap to the next row; the style sheet uses the same height. */
const rowHeights = { wide: 77, narrow: 158 };

type Props = Omit<RowActions, 'grip' | 'onSelect'> & {
  items: readonly Item[];
  /** How many the table has in total, loaded or not. */ total: number;
  /**
   * The position of an item in its stream, from 1, set if the table shows only some items. These are moved by typing a
   * position, because the items between them are not visible.
   */
  positionOf?: (id: string) => number;
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
  onMove: (from: number, to: number) => void;
  /** The delete key was pressed on an item's row. */ onDeleteKey: (item: Item) => void;
};

/** The rows of a stream, of which those in view are rendered; they are moved by drag or keyboard, and selected. */
export function ItemTable({ items, total, positionOf, selected, onSelected, onMove, onDeleteKey, ...actions }: Props) {
  const rowHeight = useMediaQuery('(max-width: 48em)') ? rowHeights.narrow : rowHeights.wide;
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const nameOf = (id: string): string => {
    const item = items.find((each) => each.id === id);
    return item ? titleOf(item) : '';
  };
  const { carried, said, grip } = useCarried({ ids, nameOf, rowHeight, body, onMove });
  const shown = carried ? moved(items, carried) : items;
  const [focused, setFocused] = useState<string | null>(null);
  const range = useRowsInSight(body, { count: shown.length, rowHeight });
  const { shownRows, after } = shownRowsOf(range, {
    count: shown.length,
    rowHeight,
    pinned: [carried?.to ?? -1, focused === null ? -1 : shown.findIndex(({ id }) => id === focused)],
  });
  const stable = useStable({
    ...actions,
    grip: positionOf === undefined ? grip : gripByNumber,
    onSelect: (id, isSelected) => {
      const next = new Set(selected);
      if (isSelected) next.add(id);
      else next.delete(id);
      onSelected(next);
    },
  });
  return (
    <>
      <p id="how-to-move" className="visually-hidden">
        {positionOf === undefined &&
          'Press space to pick the row up, the arrow keys, page keys, Home or End to move it, space again to put it ' +
            'down, escape to leave it where it was. '}
        Press Enter to type its position, Delete to delete the selected items, or this one if none is.
      </p>
      <div className="visually-hidden" role="status" aria-live="assertive" aria-atomic="true">
        {said}
      </div>
      <table
        // With roles, because a browser forgets what a table is when it is laid out otherwise.
        role="table"
        className={styles.files}
        aria-label="Content of this stream, in the order it goes out"
        aria-rowcount={total + 1}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" scope="col" className={styles.gripCell}>
              <span className="visually-hidden">Order</span>
            </th>
            <th role="columnheader" scope="col" className={styles.thumbnailCell}>
              THUMBNAIL
            </th>
            <th role="columnheader" scope="col">
              TITLE
            </th>
            <th role="columnheader" scope="col">
              DESCRIPTION
            </th>
            <th role="columnheader" scope="col" className={styles.dateCell}>
              DATE
            </th>
            <th role="columnheader" scope="col" className={styles.actionCell}>
              ACTION
            </th>
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          ref={body}
          data-carrying={carried?.by}
          onFocus={(event) => setFocused(event.target.closest('tr')?.getAttribute('data-item') ?? null)}
          onKeyDown={(event) => {
            const item = items.find(({ id }) => id === focused);
            if (event.key !== 'Delete' || carried || !item) return;
            event.preventDefault();
            onDeleteKey(item);
          }}
        >
          {shownRows.map(({ index, before }) => {
            const item = shown[index];
            if (item === undefined) return null;
            return (
              <Fragment key={item.id}>
                <Gap height={before} />
                <FileRow
                  item={item}
                  position={positionOf?.(item.id) ?? index + 1}
                  isCarried={item.id === carried?.id}
                  isSelected={selected.has(item.id)}
                  actions={stable}
                />
              </Fragment>
            );
          })}
          <Gap height={after} />
        </tbody>
      </table>
    </>
  );
}

/** The action of a grip when rows cannot be dragged: only a press, which asks for the position as a number. */
const gripByNumber: Grip = { onKeyDown: () => {}, onPointerDown: () => {} };

/** The space of rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden="true" className={styles.gap} style={{ height }}>
      <td colSpan={6} />
    </tr>
  ) : null;

// Rows render only when their item changes, so their callbacks must stay the same functions.
function useStable(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState<RowActions>(() => ({
    grip: {
      onKeyDown: (event, id) => latest.current.grip.onKeyDown(event, id),
      onPointerDown: (event, id) => latest.current.grip.onPointerDown(event, id),
    },
    onOpen: (id) => latest.current.onOpen(id),
    onDelete: (item) => latest.current.onDelete(item),
    onMoveTo: (item, position) => latest.current.onMoveTo(item, position),
    onSelect: (id, isSelected) => latest.current.onSelect(id, isSelected),
  }));
  return stable;
}
