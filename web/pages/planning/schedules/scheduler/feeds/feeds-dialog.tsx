import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { CopyButton } from '../../../../../parts/buttons/copy-button.tsx';
import { confirmDelete } from '../../../../../parts/dialogs/dialogs.ts';
import { DialogFrame } from '../../../../../parts/dialogs/dialog-frame.tsx';
import { ErrorState } from '../../../../../parts/states/error-state.tsx';
import { Failure } from '../../../../../parts/states/failure.tsx';
import { SubmitButton } from '../../../../../parts/buttons/submit-button.tsx';
import { When } from '../../../../../parts/display/when.tsx';
import { useAction } from '../../../../../api/action.ts';
import { useCall } from '../../../../../api/queries.ts';
import { ClientFilter } from '../calendar/filters.tsx';
import styles from './feeds.module.css';

type Feed = Data<'fetch-calendar-feeds'>[number];

type Props = {
  /** The client whose posts are offered first; null for all clients. */ clientId: string | null;
  onClose: () => void;
};

const nameOf = ({ client }: Feed): string => client?.name ?? 'All clients';

/** The secret addresses by which calendar programs read the plan: create, show once, revoke. */
export default function FeedsDialog({ clientId, onClose }: Props) {
  const [chosen, setChosen] = useState(clientId);
  const [made, setMade] = useState<Data<'make-calendar-feed'> | null>(null);
  const { data: feeds, error, refetch } = useCall('fetch-calendar-feeds', {});
  const make = useAction('make-calendar-feed', { onDone: setMade });
  return (
    <DialogFrame opened onClose={onClose} title="Subscribe in your calendar" size="lg" closesOutside={made === null}>
      <div className={styles.body}>
        <p className={styles.hint}>
          Google Calendar, Outlook and Apple Calendar can show the planned posts through a secret address. They check
          for changes about every hour, Google Calendar every 8 to 24 hours.
        </p>
        <form
          className={styles.make}
          onSubmit={(event) => {
            event.preventDefault();
            void make.run({ client_id: chosen ?? 'all' });
          }}
        >
          <ClientFilter label="Posts of" value={chosen} onChange={setChosen} />
          <SubmitButton busy={make.busy}>Make an address</SubmitButton>
        </form>
        <Failure message={make.failure} />
        {made && (
          <div className={styles.made}>
            <TextInput
              label={`Calendar address, ${nameOf(made.feed)}`}
              readOnly
              value={made.url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <p className={styles.hint}>
              It is shown only now, and we keep no readable copy. Anyone who has it can read the plan, so do not share
              it.
            </p>
            <div>
              <CopyButton what={{ text: made.url }}>Copy address</CopyButton>
            </div>
          </div>
        )}
        {error && !feeds && <ErrorState error={error} onRetry={() => void refetch()} />}
        {feeds && feeds.length > 0 && (
          <ul className={styles.feeds} aria-label="Calendar addresses">
            {feeds.map((feed) => (
              <FeedRow
                key={feed.id}
                feed={feed}
                onRevoked={() => setMade((before) => (before?.feed.id === feed.id ? null : before))}
              />
            ))}
          </ul>
        )}
      </div>
    </DialogFrame>
  );
}

function FeedRow({ feed, onRevoked }: { feed: Feed; onRevoked: () => void }) {
  const end = useAction('end-calendar-feed', { onDone: onRevoked });
  const ask = () =>
    confirmDelete({
      title: 'Revoke this address?',
      text: 'Calendar programs that use it no longer receive the plan.',
      confirm: 'Revoke',
      onConfirm: () => end.run({ id: feed.id }),
    });
  return (
    <li className={styles.feed}>
      <p className={styles.facts}>
        <strong>{nameOf(feed)}</strong>
        {feed.made_by === '' ? 'Made by somebody who has left,' : `${feed.made_by} made it`}{' '}
        <When at={feed.created} form="short" within />
        {feed.read === null ? (
          '. Not read yet.'
        ) : (
          <>
            . Last read <When at={feed.read} form="short" within />.
          </>
        )}
      </p>
      <Button
        size="compact-md"
        variant="default"
        aria-label={`Revoke the address of ${nameOf(feed)}`}
        disabled={end.busy}
        onClick={ask}
      >
        Revoke
      </Button>
    </li>
  );
}
