import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Group, Text } from '@mantine/core';
import type { Data } from '#contract/index.ts';
import { plainTextOf } from '#rules/captions.ts';
import { titleOf } from '#rules/titles.ts';
import { confirmDelete } from '../../parts/dialogs.ts';
import { Icon } from '../../parts/icon.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { When } from '../../parts/when.tsx';
import { useAction } from '../../queries.ts';
import { staleByDeleting } from '../../stale.ts';
import { streamIcons } from '../streams/stream-icons.ts';
import styles from './files-list.module.css';

type Props = { item: Data<'fetch-stream'>['items'][number]; place: number; onOpen: () => void };

/** One row of a stream's content: grip, picture, words, date, edit and delete. */
export function FileRow({ item, place, onOpen }: Props) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: item.id });
  const remove = useAction('delete-stream-file', { invalidates: staleByDeleting.file });
  const name = titleOf(item);
  return (
    <tr
      ref={setNodeRef}
      className={styles.file}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
    >
      <td className={styles.gripCell}>
        <button type="button" ref={setActivatorNodeRef} className={styles.grip} {...attributes} {...listeners} aria-label={`Move ${name}, place ${place}`}>
          <Icon name="grip-vertical" size={18} />
        </button>
      </td>
      <td className={styles.thumbnailCell}><Thumbnail src={item.thumbnail} state={item.thumbnail_state} alt="" size={56} icon={streamIcons[item.type]} /></td>
      <td data-label="Title" className={styles.titleCell}><Text fw={600} lineClamp={2} c={item.title ? 'inherit' : 'dimmed'}>{name}</Text></td>
      <td data-label="Description" className={styles.descriptionCell}>
        <Text size="sm" c="dimmed" lineClamp={2}>{item.description_format === 'formatted' ? plainTextOf(item.description) : item.description}</Text>
      </td>
      <td data-label="Date" className={styles.dateCell}><When at={item.created} form="short" /></td>
      <td className={styles.actionCell}>
        <Group gap={4} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${name}`} onClick={onOpen}><Icon name="pencil" size={18} /></ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Delete ${name}`}
            onClick={() => confirmDelete({ text: 'Do you want to Delete this File', about: { name, of: 'stream-item', id: item.id }, onConfirm: () => remove.run({ id: item.id }) })}
          >
            <Icon name="trash" size={18} />
          </ActionIcon>
        </Group>
      </td>
    </tr>
  );
}
