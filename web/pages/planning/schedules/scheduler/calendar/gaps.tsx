import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { ClientLink } from '../../../../../parts/display/client-link.tsx';
import { Face } from '../../../../../parts/display/face.tsx';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import { useClientCount } from '../../../../../api/client-count.ts';
import { useCall } from '../../../../../api/queries.ts';
import { ownZone } from '../../../../../lib/when.ts';
import { counted } from '../../../../../lib/words.ts';
import { todayIn } from '../wizard-state.ts';
import { shortDay, type Day } from './days.ts';
import styles from './gaps.module.css';

type Gaps = Data<'fetch-gaps'>;

type Props = {
  /** The shown days, without the last. */ from: Day;
  to: Day;
  /** The client whose gaps are shown; null for all clients. */ client: string | null;
  onFill: (clientId: string, day: Day) => void;
};

/** How many days a client's line lists before it counts the others. */
const daysShown = 7;

/** The future days in view on which clients with accounts have nothing planned, each with a button to fill it. */
export function GapsOfClients({ from, to, client, onFill }: Props) {
  const [isOpen, setOpen] = useState(false);
  const clientCount = useClientCount();
  const { data, isPlaceholderData, isPaused } = useCall(
    'fetch-gaps',
    { from, to, timezone: ownZone(), ...(client === null ? {} : { client_id: client }) },
    { keep: true },
  );
  // Past days have no gaps to fill, and an agency without clients has nobody to fill them for.
  if (clientCount === 0 || to <= todayIn(ownZone(), new Date())) return null;
  if (!data || (isPlaceholderData && isPaused))
    return <div className={styles.waits} data-one={client !== null || undefined} />;
  if (data.total === 0 && client !== null) return null;
  if (data.total === 0)
    return (
      <p className={`${styles.sum} ${styles.none}`}>
        <Icon name="circle-check" size={16} />
        <span>No client has a day without a post here.</span>
      </p>
    );
  const { items, total } = data;
  const shows = isOpen || client !== null;
  return (
    <section className={styles.gaps} aria-label="Gaps">
      <p className={styles.sum}>
        <Icon name="calendar-off" size={16} />
        <span>
          {client === null
            ? `${counted(total, 'client has', 'clients have')} days without a post here.`
            : `${items[0]?.name ?? ''} has ${counted(items[0]?.days.length ?? 0, 'day')} without a post here.`}
        </span>
        {client === null && (
          <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide gaps' : 'Show gaps'}
          </Button>
        )}
      </p>
      {shows && (
        <ul className={styles.clients}>
          {items.map((each) => (
            <Gap key={each.id} client={each} onFill={onFill} />
          ))}
        </ul>
      )}
      {shows && total > items.length && (
        <p className={styles.more}>And {counted(total - items.length, 'more client')}.</p>
      )}
    </section>
  );
}

function Gap({ client: { id, name, days }, onFill }: { client: Gaps['items'][number] } & Pick<Props, 'onFill'>) {
  const more = days.length - daysShown;
  return (
    <li className={styles.client}>
      <span className={styles.name}>
        <Face name={name} image={null} size={22} />
        <ClientLink id={id} name={name} />
      </span>
      <span className={styles.days}>
        {days.slice(0, daysShown).map((day) => (
          <button
            key={day}
            type="button"
            className={styles.day}
            title="Fill this gap from a stream"
            onClick={() => onFill(id, day)}
          >
            <Icon name="plus" size={12} />
            <span className="visually-hidden">Fill this gap from a stream: {name}, </span>
            {shortDay(day)}
          </button>
        ))}
        {more > 0 && <span className={styles.more}>and {counted(more, 'more day')}</span>}
      </span>
    </li>
  );
}
