import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../../api/queries.ts';
import { DialogFrame } from '../../parts/dialogs/dialog-frame.tsx';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { ShowMore } from '../../parts/lists/show-more.tsx';
import { Skeletons } from '../../parts/states/skeletons.tsx';
import { BatchProgress } from './batch-progress.tsx';
import styles from './many.module.css';
import { standing } from './standing.ts';

/** Every batch, newest first: batches continue without a page and can be found here. */
export function BatchesDialog({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState<string | null>(null);
  const batches = useList('fetch-batches', {}, { every: open === null ? 2_000 : 60_000 });
  return (
    <DialogFrame title="Made many" opened onClose={onClose}>
      {open !== null ? (
        <BatchProgress id={open} further={{ label: 'Show all', run: () => setOpen(null) }} />
      ) : batches.error ? (
        <ErrorState error={batches.error} onRetry={batches.retry} />
      ) : batches.loading ? (
        <Skeletons rows={3} kind="form" />
      ) : batches.items.length === 0 ? (
        <p role="status">You have not made any batch yet.</p>
      ) : (
        <div className={styles.stack}>
          <ul className={styles.clients}>
            {batches.items.map((batch) => (
              <li key={batch.id} className={styles.batch}>
                <div>
                  <strong>{batch.name}</strong>
                  <p>
                    {batch.kind === 'texts' ? 'One post for each text' : 'For many clients'} · {standing(batch)}
                  </p>
                  {batch.state === 'running' && <Progress value={batch.percent} aria-label={`${batch.name}: made`} />}
                </div>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Open ${batch.name}`}
                  onClick={() => setOpen(batch.id)}
                >
                  Open
                </Button>
              </li>
            ))}
          </ul>
          <ShowMore list={batches} />
        </div>
      )}
    </DialogFrame>
  );
}
