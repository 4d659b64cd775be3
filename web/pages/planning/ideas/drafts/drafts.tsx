import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Draft } from '#contract/planning/drafts.ts';
import { useAction } from '../../../../api/action.ts';
import { useCall } from '../../../../api/queries.ts';
import { useOpenComposer } from '../../../../composer/open-composer.ts';
import { hostOf } from '../../../../lib/host-of.ts';
import { counted } from '../../../../lib/words.ts';
import { Thumbnail } from '../../../../parts/display/thumbnail.tsx';
import { ErrorState } from '../../../../parts/states/error-state.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { paths } from '../../../../paths.ts';
import { ChangeNote } from '../../../content/streams/stream-editor/change-note.tsx';
import cards from '../ideas.module.css';
import styles from './drafts.module.css';
import { isReady, useScheduleDraft } from './use-schedule-draft.ts';
import { nameOf } from './words.ts';

/** A client's drafts: each can be scheduled, opened or discarded here. */
export function Drafts({ client }: { client: string }) {
  const { data, error, refetch } = useCall('fetch-drafts', { client_id: client });
  const [deleted, setDeleted] = useState<Draft | null>(null);
  const [planned, setPlanned] = useState<string | null>(null);
  const open = useOpenComposer();
  const { schedule, busy } = useScheduleDraft(setPlanned);
  const remove = useAction('delete-draft', { quiet: true });
  const restore = useAction('restore-draft', { quiet: true, onDone: () => setDeleted(null) });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {deleted && (
        <ChangeNote
          change={{ words: 'Draft discarded.', undo: () => void restore.run({ id: deleted.id }) }}
          onClose={() => setDeleted(null)}
        />
      )}
      {planned !== null && (
        <p className={styles.note} role="status">
          The post is planned. <Link to={paths.scheduleDetail(planned)}>Open schedule</Link>
        </p>
      )}
      {data && (
        <section aria-label={counted(data.length, 'draft')}>
          <h2 className={styles.heading}>Drafts</h2>
          {data.length === 0 && <p className={styles.note}>No drafts. Write one, or drop files on a day.</p>}
          <ul className={cards.cards}>
            {data.map((draft) => (
              <li key={draft.id}>
                <article className={cards.card}>
                  <h2>{nameOf(draft)}</h2>
                  {draft.has_file && <Thumbnail src={draft.thumbnail} alt="" size={64} />}
                  {draft.title !== '' && <p className={cards.words}>{draft.words}</p>}
                  {draft.url !== '' && (
                    <p>
                      <Anchor href={draft.url} target="_blank" rel="noreferrer" size="sm" className={cards.address}>
                        {hostOf(draft.url)}
                      </Anchor>
                    </p>
                  )}
                  <p className={styles.slot}>
                    {draft.expired && <strong className={styles.error}>Expired</strong>}
                    {draft.due === null ? 'No time yet' : <When at={draft.due} zone={draft.timezone} />}
                    {draft.accounts.map(({ id, type }) => (
                      <NetworkIcon key={id} network={type} size={18} />
                    ))}
                  </p>
                  <div className={cards.actions}>
                    {isReady(draft) && (
                      <Button
                        size="compact-sm"
                        aria-label={`Schedule ${nameOf(draft)}`}
                        loading={busy}
                        onClick={() => void schedule(draft)}
                      >
                        Schedule
                      </Button>
                    )}
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Open ${nameOf(draft)}`}
                      onClick={() => open({ kind: 'draft', id: draft.id })}
                    >
                      Open
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      aria-label={`Discard ${nameOf(draft)}`}
                      onClick={() => void remove.run({ id: draft.id }).then((gone) => gone && setDeleted(draft))}
                    >
                      Discard
                    </Button>
                  </div>
                </article>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
