import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { counted } from '../../lib/words.ts';
import { bulkInWords, bulkUndoneInWords } from './bulk/bulk-words.ts';
import { useBulk, type Bulk } from './bulk/use-bulk.ts';
import type { Change } from './change-note.tsx';
import styles from './files-list.module.css';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk/bulk-dialog.tsx')).BulkDialog }));

type Item = Data<'fetch-stream'>['items'][number];
type Props = {
  streamId: string;
  items: readonly Item[];
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
  say: (change: Change) => void;
};

/** What is done with several items of a stream: choosing them and changing their words. */
export function ListTools({ streamId, items, selected, onSelected, say }: Props) {
  const [edited, setEdited] = useState<readonly Item[] | null>(null);
  const bulk = useBulk(streamId);
  const chosen = items.filter(({ id }) => selected.has(id));
  const isAll = chosen.length === items.length;
  const undo = async ({ undo: entries }: Bulk) => {
    const { done, isWhole } = await bulk.send(entries, 'undo');
    const rest = { ...done, undo: entries.filter(({ id }) => !done.undo.some((other) => other.id === id)) };
    say({ words: bulkUndoneInWords(done), undo: isWhole ? null : () => void undo(rest) });
  };
  return (
    <Group className={styles.tools} gap="sm">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onSelected(new Set(isAll ? [] : items.map(({ id }) => id)))}
      >
        {isAll ? 'Select none' : `Select all ${items.length.toLocaleString('en-US')}`}
      </Button>
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
