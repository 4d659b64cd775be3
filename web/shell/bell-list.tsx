import { Link } from 'react-router';
import { When } from '../parts/display/when.tsx';
import { Entries } from '../parts/inbox/entries.tsx';
import { useInbox, useRead } from '../parts/inbox/use-inbox.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { Skeletons } from '../parts/states/skeletons.tsx';
import { paths } from '../paths.ts';
import styles from './bell.module.css';

const mostShown = 8;

/** The newest entries of the inbox, below the bell. */
export function BellList({ onFollow }: { onFollow: () => void }) {
  const { data, error, refetch } = useInbox();
  const { readAll, readOne, unread, busy } = useRead();
  return (
    <>
      <div className={styles.head}>
        <h2>Inbox</h2>
        {unread > 0 && (
          <button type="button" className={styles.button} disabled={busy} onClick={readAll}>
            All read
          </button>
        )}
      </div>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeletons rows={4} kind="table" />}
      {data?.items.length === 0 && <p className={styles.empty}>Nothing has happened yet.</p>}
      {data !== undefined && (
        <Entries
          entries={data.items.slice(0, mostShown)}
          when={({ at }) => <When at={at} form="short" />}
          onFollow={(entry) => {
            readOne(entry);
            onFollow();
          }}
        />
      )}
      <Link className={styles.foot ?? ''} to={paths.inbox()} onClick={onFollow}>
        Inbox
      </Link>
    </>
  );
}
