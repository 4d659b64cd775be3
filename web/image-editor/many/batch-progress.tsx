import { Button, Progress } from '@mantine/core';
import { Link } from 'react-router';
import type { BatchItem } from '#contract/content/batches.ts';
import { useAction } from '../../api/action.ts';
import { useCall } from '../../api/queries.ts';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { Skeletons } from '../../parts/states/skeletons.tsx';
import { paths } from '../../paths.ts';
import styles from './many.module.css';
import { standing } from './standing.ts';

type Props = {
  id: string;
  /** A further action, offered once the batch has ended or, if it starts no batch, at any time. */ further: Further;
};
/** A button's label and action; `isNew`: it starts another batch, which waits for this one. */
export type Further = { label: string; isNew?: boolean; run: () => void };

/** The progress of a batch: percent, stop, retry, and a decision on each picture that does not fit. */
export function BatchProgress({ id, further }: Props) {
  const { data, error, refetch } = useCall('fetch-batches', { id }, { every: 1_000, still: true });
  const cancel = useAction('cancel-batch');
  const retry = useAction('retry-batch');
  const [batch] = data?.items ?? [];
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (batch === undefined) return <Skeletons rows={3} kind="form" />;
  const unfit = batch.items.filter(({ state }) => state === 'unfit');
  const failed = batch.items.filter(({ state }) => state === 'failed');
  const isStopped = batch.state === 'cancelled';
  return (
    <div className={styles.stack}>
      <div className={styles.progress}>
        <Progress value={batch.percent} aria-label="Pictures made" />
        <p role="status">{standing(batch)}</p>
      </div>
      <div className={styles.row}>
        {batch.state === 'running' && (
          <Button variant="default" loading={cancel.busy} onClick={() => void cancel.run({ id })}>
            Stop
          </Button>
        )}
        {(isStopped || failed.length > 0) && batch.state !== 'running' && (
          <Button loading={retry.busy} onClick={() => void retry.run({ id })}>
            {isStopped ? 'Go on' : 'Try again'}
          </Button>
        )}
        {(batch.state !== 'running' || further.isNew !== true) && (
          <Button variant="default" onClick={further.run}>
            {further.label}
          </Button>
        )}
      </div>
      {failed.length > 0 && <p role="alert">{failed.map(({ title, message }) => `${title}: ${message}`).join(' ')}</p>}
      {unfit.length > 0 && (
        <section aria-label="For you to decide">
          <h3>For you to decide</h3>
          <ul className={styles.unfit}>
            {unfit.map((item) => (
              <Unfit key={item.id} item={item} />
            ))}
          </ul>
        </section>
      )}
      <Made items={batch.items} />
    </div>
  );
}

function Unfit({ item }: { item: BatchItem }) {
  const settle = useAction('settle-batch-item');
  const choose = (choice: 'repair' | 'keep' | 'skip') => void settle.run({ id: item.id, choice });
  return (
    <li>
      <strong>{item.title}</strong>
      <p>{item.message}</p>
      <div className={styles.row} role="group" aria-label={item.title}>
        {item.message.includes('small') ? null : (
          <Button size="compact-sm" disabled={settle.busy} onClick={() => choose('repair')}>
            Repair it
          </Button>
        )}
        <Button size="compact-sm" variant="default" disabled={settle.busy} onClick={() => choose('keep')}>
          Use it as it is
        </Button>
        <Button size="compact-sm" variant="subtle" disabled={settle.busy} onClick={() => choose('skip')}>
          Leave it out
        </Button>
      </div>
    </li>
  );
}

/** The pictures made so far, each with its stream. */
function Made({ items }: { items: readonly BatchItem[] }) {
  const made = items.filter(({ url }) => url !== null);
  if (made.length === 0) return null;
  return (
    <ul className={styles.made}>
      {made.map(({ id, title, url, content_stream_id: stream }) => (
        <li key={id}>
          {url !== null && <img src={url} alt={title} loading="lazy" />}
          {stream !== null && <Link to={paths.editStream(stream)}>{title}</Link>}
        </li>
      ))}
    </ul>
  );
}
