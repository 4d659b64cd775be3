import { useState, type ReactNode } from 'react';
import type { NetworkId } from '#rules/eligibility.ts';
import { Thumbnail } from '../../../../../parts/display/thumbnail.tsx';
import { Icon, type IconName } from '../../../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../../../parts/icons/network-icon.tsx';
import type { Tone } from '../../../../../parts/states/state-looks.ts';
import styles from './entry-card.module.css';
import actionStyles from './event-actions.module.css';
import { shownNetworks, type CardWords, type EventForm } from './card-words.ts';

type Props = {
  form: EventForm;
  time: string;
  client: string;
  /** Its first words. */ words: string;
  /** Address of its picture; null without one. */ picture: string | null;
  networks: readonly NetworkId[];
  state: { words: CardWords; icon: IconName; tone: Tone };
  /** Its buttons, shown while the pointer or the focus is on it; a box has no room for them. */ actions?: ReactNode;
  onOpen: (button: HTMLElement) => void;
  /** What the button says about itself to the calendar: which post it is, whether it moves. */
  data: Readonly<Record<`data-${string}`, string | true | undefined>>;
  keys?: string | undefined;
};

/** An entry of the calendar: time and client, picture and first words, state and networks. */
export function EntryCard({ form, time, client, words, picture, networks, state, actions, onOpen, data, keys }: Props) {
  const [isNear, setNear] = useState(false);
  const { shown, more } = shownNetworks(networks, { form, isLong: state.words.rest !== '' });
  const word = `${state.words.word}${state.words.rest}`;
  return (
    <div
      className={styles.entry}
      role="presentation"
      data-form={form}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={({ currentTarget }) => setNear(currentTarget.contains(document.activeElement))}
      onFocus={() => setNear(true)}
      onBlur={({ currentTarget, relatedTarget }) => setNear(currentTarget.contains(relatedTarget))}
    >
      <button
        type="button"
        className={styles.event}
        data-form={form}
        data-tone={state.tone}
        data-pictured={picture !== null || undefined}
        {...data}
        aria-keyshortcuts={keys}
        aria-haspopup="dialog"
        title={`${time} ${words} · ${client} · ${word}`}
        onClick={({ currentTarget }) => onOpen(currentTarget)}
      >
        <span className={styles.eventHead}>
          <span className={styles.eventTime}>{time}</span> <span className={styles.eventClient}>{client}</span>
        </span>
        {picture !== null && (
          <span className={styles.eventPicture}>
            <Thumbnail src={picture} alt="" size={form === 'box' ? 28 : 32} />
          </span>
        )}
        <span className={styles.eventTitle}>{words}</span>
        <span className={styles.eventFoot}>
          <span className={styles.eventState}>
            <Icon name={state.icon} size={13} />
            <span className={styles.eventWord}>
              {state.words.word}
              {state.words.rest !== '' && <span className={styles.eventRest}>{state.words.rest}</span>}
            </span>
          </span>
          <span className={styles.eventNetworks}>
            {shown.map((network) => (
              <NetworkIcon key={network} network={network} size={15} />
            ))}
            {more > 0 && (
              <span className={styles.eventMore} title={`${networks.length} networks`}>
                +{more}
              </span>
            )}
          </span>
        </span>
      </button>
      {isNear && form !== 'box' && actions !== undefined && (
        <span className={actionStyles.actions} data-actions data-form={form}>
          {actions}
        </span>
      )}
    </div>
  );
}
