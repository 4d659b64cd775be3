import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Draft } from '#contract/planning/drafts.ts';
import { useAction } from '../../../../api/action.ts';
import { useCall } from '../../../../api/queries.ts';
import { hostOf } from '../../../../lib/host-of.ts';
import { counted } from '../../../../lib/words.ts';
import { ErrorState } from '../../../../parts/states/error-state.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { paths } from '../../../../paths.ts';
import { ChangeNote } from '../../../content/streams/stream-editor/change-note.tsx';
import cards from '../ideas.module.css';
import { DraftDialog } from './draft-dialog.tsx';
import styles from './drafts.module.css';
import { nameOf } from './words.ts';

/** A client's drafts: each can be approved, edited or deleted here. Nothing without drafts. */
export function Drafts({ client }: { client: string }) {
  const { data, error, refetch } = useCall('fetch-drafts', { client_id: client });
  const [edited, setEdited] = useState<Draft | null>(null);
  const [deleted, setDeleted] = useState<Draft | null>(null);
  const [planned, setPlanned] = useState<string | null>(null);
  const approve = useAction('approve-draft', { onDone: ({ id }) => setPlanned(id) });
  const remove = useAction('delete-draft', { quiet: true });
  const restore = useAction('restore-draft', { quiet: true, onDone: () => setDeleted(null) });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {deleted && (
        <ChangeNote
          change={{
            words: `The draft “${nameOf(deleted)}” is deleted.`,
            undo: () => void restore.run({ id: deleted.id }),
          }}
          onClose={() => setDeleted(null)}
        />
      )}
      {planned !== null && (
        <p className={styles.note} role="status">
          The post is planned. <Link to={paths.scheduleDetail(planned)}>Open schedule</Link>
        </p>
      )}
      {data && data.length > 0 && (
        <section aria-label={counted(data.length, 'draft')}>
          <h2 className={styles.heading}>Drafts</h2>
          <ul className={cards.cards}>
            {data.map((draft) => (
              <li key={draft.id}>
                <article className={cards.card}>
                  <h2>{nameOf(draft)}</h2>
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
                    {draft.due !== null && <When at={draft.due} zone={draft.timezone} />}
                    {draft.accounts.map(({ id, type }) => (
                      <NetworkIcon key={id} network={type} size={18} />
                    ))}
                  </p>
                  {draft.accounts.length === 0 && (
                    <p className={styles.error}>No account of this draft is connected any more.</p>
                  )}
                  <div className={cards.actions}>
                    {draft.due !== null && !draft.expired && draft.accounts.length > 0 && (
                      <Button
                        size="compact-sm"
                        aria-label={`Approve ${nameOf(draft)}`}
                        loading={approve.busy}
                        onClick={() => void approve.run({ id: draft.id })}
                      >
                        Approve
                      </Button>
                    )}
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${draft.expired ? 'Choose another time for' : 'Change'} ${nameOf(draft)}`}
                      onClick={() => setEdited(draft)}
                    >
                      {draft.expired ? 'Choose another time' : 'Change'}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      aria-label={`Delete ${nameOf(draft)}`}
                      onClick={() => void remove.run({ id: draft.id }).then((gone) => gone && setDeleted(draft))}
                    >
                      Delete
                    </Button>
                  </div>
                </article>
              </li>
            ))}
          </ul>
        </section>
      )}
      {edited && <DraftDialog kept={edited} client={client} draft={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
