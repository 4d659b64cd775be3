import { Button, Group, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { loadPart } from '../../../../lib/load-code.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { useTyped } from '../../../../parts/lists/use-typed.ts';
import { counted, sayCount } from '../../../../lib/words.ts';
import { bulkInWords, bulkUndoneInWords } from './bulk/bulk-words.ts';
import { useBulk, type Bulk } from './bulk/use-bulk.ts';
import type { Change } from './change-note.tsx';
import styles from './files-list.module.css';

const BulkDialog = lazy(async () => ({ default: (await loadPart(() => import('./bulk/bulk-dialog.tsx'))).BulkDialog }));

type Item = Data<'fetch-stream'>['items'][number];

/** Fewer items are visible at once and need no search. */
const fewest = 8;

type Props = {
  streamId: string;
  items: readonly Item[];
  /** The search among them, and the found items. */
  find: string;
  found: readonly Item[];
  onFind: (find: string) => void;
  selected: ReadonlySet<string>;
  /** The selected items. */ chosen: readonly Item[];
  onDelete: () => void;
  onSelected: (selected: ReadonlySet<string>) => void;
  say: (change: Change) => void;
};

/** The tools for several items of a stream: find, select and delete them, and change their words. */
export function ListTools({
  streamId,
  items,
  find,
  found,
  onFind,
  selected,
  chosen,
  onSelected,
  onDelete,
  say,
}: Props) {
  const [typed, setTyped] = useTyped(find, onFind);
  const [edited, setEdited] = useState<readonly Item[] | null>(null);
  const bulk = useBulk(streamId);
  const isAll = found.length > 0 && found.every(({ id }) => selected.has(id));
  const isNarrowed = found !== items;
  const undo = async ({ undo: entries }: Bulk) => {
    const { done, isWhole } = await bulk.send(entries, 'undo');
    const rest = { ...done, undo: entries.filter(({ id }) => !done.undo.some((other) => other.id === id)) };
    say({ words: bulkUndoneInWords(done), undo: isWhole ? null : () => void undo(rest) });
  };
  return (
    <Group className={styles.tools} gap="sm">
      {items.length >= fewest && (
        <TextInput
          className={styles.find ?? ''}
          aria-label="Find in this stream"
          placeholder="Find in this stream"
          type="search"
          size="xs"
          leftSection={<Icon name="search" size={16} />}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {isNarrowed && (
        <Text size="sm" c="dimmed" role="status" className="nums">
          {sayCount(found.length)} of {counted(items.length, 'item')}
        </Text>
      )}
      {found.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onSelected(new Set(isAll ? [] : [...selected, ...found.map(({ id }) => id)]))}
        >
          {isAll ? 'Select none' : `Select all ${sayCount(found.length)}`}
        </Button>
      )}
      {chosen.length > 0 && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="pencil" size={16} />}
            onClick={() => setEdited(chosen)}
          >
            Edit words
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            c="red"
            leftSection={<Icon name="trash" size={16} />}
            aria-keyshortcuts="Delete"
            onClick={onDelete}
          >
            Delete<span className="visually-hidden"> {counted(chosen.length, 'item')}</span>
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {counted(chosen.length, 'item')} selected
          </Text>
        </>
      )}
      <Suspense fallback={null}>
        {edited !== null && (
          <BulkDialog
            items={edited}
            bulk={bulk}
            onClose={() => setEdited(null)}
            onDone={(done, isWhole) => {
              if (isWhole) setEdited(null);
              if (done.undo.length + done.left.length === 0) return;
              onSelected(new Set());
              setEdited(null);
              say({ words: bulkInWords(done), undo: done.undo.length > 0 ? () => void undo(done) : null });
            }}
          />
        )}
      </Suspense>
    </Group>
  );
}
