import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import type { Draft } from '#contract/planning/drafts.ts';
import { networkNames } from '#rules/eligibility.ts';
import { hostOf } from '../../../../../../lib/host-of.ts';
import { NetworkIcon } from '../../../../../../parts/icons/network-icon.tsx';
import { When } from '../../../../../../parts/display/when.tsx';
import { isReady, useScheduleDraft } from '../../../../ideas/drafts/use-schedule-draft.ts';
import { nameOf } from '../../../../ideas/drafts/words.ts';
import type { OpenedEvent } from '../event-button.tsx';
import styles from '../popover/popover.module.css';
import type { CalendarDraft } from '../events.ts';
import { PopoverFrame } from '../popover/popover-frame.tsx';

type Props = {
  opened: OpenedEvent<CalendarDraft>;
  /** Discards it; resolves to whether that succeeded. */ onDiscard: (draft: Draft) => Promise<boolean>;
  /** Opens its window. */ onChange: (draft: Draft) => void;
  onClose: () => void;
};

/** A draft over the calendar: its words, when it expires, and the decision about it. */
export function DraftPopover({ opened: { event: draft, button }, onDiscard, onChange, onClose }: Props) {
  const [isGoing, setGoing] = useState(false);
  const { schedule, busy } = useScheduleDraft(onClose);
  const discard = async () => {
    setGoing(true);
    if (await onDiscard(draft)) onClose();
    else setGoing(false);
  };
  const name = nameOf(draft);
  return (
    <PopoverFrame
      button={button}
      name={name}
      client={{ id: draft.client_id, name: draft.client }}
      when={<When at={draft.due} zone={draft.timezone} />}
      onClose={onClose}
      foot={
        <>
          {isReady(draft) && (
            <Button size="compact-md" loading={busy} onClick={() => void schedule(draft)}>
              Schedule
            </Button>
          )}
          <Button size="compact-md" variant="default" onClick={() => onChange(draft)}>
            {draft.expired ? 'Choose another time' : 'Open'}
          </Button>
          <Button size="compact-md" variant="subtle" color="red" loading={isGoing} onClick={() => void discard()}>
            Discard
          </Button>
        </>
      }
    >
      <div className={styles.words}>
        {name !== draft.words && <p className={styles.draft}>{name}</p>}
        <p>{draft.words}</p>
        {draft.url !== '' && (
          <Anchor href={draft.url} target="_blank" rel="noreferrer" size="sm">
            {hostOf(draft.url)}
          </Anchor>
        )}
      </div>
      <p className={styles.note}>
        <strong className={styles.draft}>{draft.expired ? 'Expired draft' : 'Draft'}</strong> {expiryOf(draft)}
      </p>
      {draft.accounts.length === 0 ? (
        <p className={styles.note}>No account of this draft is connected any more.</p>
      ) : (
        <ul className={styles.accounts} aria-label="Accounts">
          {draft.accounts.map(({ id, type, name: account }) => (
            <li key={id}>
              <span className={styles.who}>
                <NetworkIcon network={type} size={18} labelled={false} />
                <span className={styles.account}>{account || networkNames[type]}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </PopoverFrame>
  );
}

const expiryOf = ({ expired }: Draft): string =>
  expired
    ? 'Its time has passed, so it does not go out.'
    : 'It goes out only if somebody of your agency schedules it before this time. Then it expires.';
