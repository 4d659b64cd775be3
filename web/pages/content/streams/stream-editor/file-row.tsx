import { memo } from 'react';
import type { Data } from '#contract/index.ts';
import { plainTextOf } from '#rules/captions.ts';
import { titleOf } from '#rules/titles.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { Thumbnail } from '../../../../parts/display/thumbnail.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { streamIcons } from '../stream-icons.ts';
import styles from './files-list.module.css';
import type { Grip } from './use-carried.ts';

type Item = Data<'fetch-stream'>['items'][number];

/** The actions of a row's buttons; the same functions for every row, so that a row renders only when it changes. */
export type RowActions = {
  grip: Grip;
  onOpen: (id: string) => void;
  onDelete: (item: Item) => void;
  onMoveTo: (item: Item, position: number) => void;
  onSelect: (id: string, isSelected: boolean) => void;
};

type Props = { item: Item; position: number; isCarried: boolean; isSelected: boolean; actions: RowActions };

/** As much of a description as fits on two lines. */
const beginningOf = ({ description, description_format: format }: Item): string =>
  (format === 'formatted' ? plainTextOf(description.slice(0, 2000)) : description).slice(0, 400);

// Plain elements: they take a third of the time of Mantine's parts while a long list scrolls.
/** One row of a stream's content: checkbox, grip, picture, words, date, edit and delete. */
export const FileRow = memo(function FileRow({ item, position, isCarried, isSelected, actions }: Props) {
  const name = titleOf(item);
  return (
    <tr
      role="row"
      className={styles.file}
      data-dragging={isCarried || undefined}
      data-selected={isSelected || undefined}
      data-item={item.id}
      aria-rowindex={position + 1}
    >
      <td role="cell" className={styles.gripCell}>
        <input
          type="checkbox"
          className={styles.choice}
          aria-label={`Select ${name}, position ${position}`}
          checked={isSelected}
          onChange={(event) => actions.onSelect(item.id, event.currentTarget.checked)}
        />
        <button
          type="button"
          className={styles.grip}
          aria-roledescription="sortable"
          aria-describedby="how-to-move"
          aria-label={`Move ${name}, position ${position}`}
          onKeyDown={(event) => actions.grip.onKeyDown(event, item.id)}
          // Some browsers press a button when the space bar is released.
          onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
          onPointerDown={(event) => actions.grip.onPointerDown(event, item.id)}
          onClick={() => actions.onMoveTo(item, position)}
        >
          <Icon name="grip-vertical" size={18} />
        </button>
      </td>
      <td role="cell" className={styles.thumbnailCell}>
        <Thumbnail src={item.thumbnail} state={item.thumbnail_state} alt="" size={56} icon={streamIcons[item.type]} />
      </td>
      <td role="cell" data-label="Title">
        <p className={styles.title} data-untitled={item.title === '' || undefined}>
          {name}
        </p>
      </td>
      <td role="cell" data-label="Description">
        <p className={styles.words}>{beginningOf(item)}</p>
      </td>
      <td role="cell" data-label="Date" className={styles.dateCell}>
        <When at={item.created} form="short" />
      </td>
      <td role="cell" className={styles.actionCell}>
        <button
          type="button"
          className={styles.button}
          aria-label={`Edit ${name}`}
          onClick={() => actions.onOpen(item.id)}
        >
          <Icon name="pencil" size={18} />
        </button>
        <button
          type="button"
          className={styles.button}
          data-red
          aria-label={`Delete ${name}`}
          onClick={() => actions.onDelete(item)}
        >
          <Icon name="trash" size={18} />
        </button>
      </td>
    </tr>
  );
});
