import { ActionIcon, Anchor, Button, Popover } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { Face } from '../../../parts/face.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { NetworkIcon } from '../../../parts/network-icon.tsx';
import { SafeHtml } from '../../../parts/safe-html.tsx';
import { Skeletons } from '../../../parts/skeletons.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Thumbnail } from '../../../parts/thumbnail.tsx';
import { When } from '../../../parts/when.tsx';
import { useCall } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import { deliveryStatus, itemStatus } from '../../schedule-detail/words.ts';
import styles from './event-popover.module.css';
import type { OpenedEvent } from './event-button.tsx';
import type { ToMove } from './move/move-dialog.tsx';
import { isMovable } from './move/times.ts';

/** Milliseconds between two looks at what is shown. */
const every = 10_000;

type Props = { opened: OpenedEvent; /** Asks where to move it. */ onMove: (post: ToMove) => void; onClose: () => void };

/** One item of the plan over the calendar: how it looks, where it goes and how it stands there. */
export function EventPopover({ opened: { event, button }, onMove, onClose }: Props) {
  const [box] = useState(() => button.getBoundingClientRect());
  const { data, error, refetch } = useCall('fetch-scheduled-item', { id: event.id }, { every, passing: true });
  // It belongs to a box that has moved away.
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[data-event-popover]') === null) onClose();
    };
    addEventListener('scroll', close, { capture: true, passive: true });
    addEventListener('resize', onClose);
    return () => {
      removeEventListener('scroll', close, { capture: true });
      removeEventListener('resize', onClose);
    };
  }, [onClose]);
  return (
    <Popover opened onChange={(isOpen) => !isOpen && onClose()} trapFocus withinPortal radius="md" width={360}>
      <Popover.Target>
        <span
          className={styles.target}
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
          aria-hidden="true"
        />
      </Popover.Target>
      <Popover.Dropdown className={styles.box ?? ''} aria-label={event.title || 'Untitled'} data-event-popover>
        <header className={styles.head}>
          <Face name={event.client} image={null} size={28} />
          <span className={styles.client}>{event.client}</span>
          <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
            <Icon name="x" size={16} />
          </ActionIcon>
        </header>
        {data ? (
          <Item data={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeletons rows={3} kind="table" />
        )}
        <footer className={styles.foot}>
          <Button component={Link} to={paths.scheduleDetail(event.schedule_id)} size="compact-md">
            Open schedule
          </Button>
          {data && isMovable(event) && (
            <Button size="compact-md" variant="default" onClick={() => onMove(toMove(data))}>
              Move
            </Button>
          )}
          {data?.item.done === '0' && (
            <Button component={Link} to={paths.editStream(data.schedule.stream_id)} size="compact-md" variant="default">
              Edit words
            </Button>
          )}
        </footer>
      </Popover.Dropdown>
    </Popover>
  );
}

const toMove = ({ item, schedule }: Data<'fetch-scheduled-item'>): ToMove => ({
  id: item.id,
  at: item.due_at,
  title: item.title || 'Untitled',
  local: item.scheduled,
  zone: schedule.timezone,
});

function Item({ data: { item, schedule } }: { data: Data<'fetch-scheduled-item'> }) {
  const { status, word } = itemStatus(item);
  return (
    <>
      <p className={styles.when}>
        <When at={item.due_at} zone={schedule.timezone} />
        <StatusBadge status={status} {...(word === null ? {} : { children: word })} />
      </p>
      <div className={styles.post}>
        {item.thumbnails !== null && <Thumbnail src={item.thumbnails} alt="" size={72} />}
        <div className={styles.words}>
          <h3>{item.title || 'Untitled'}</h3>
          {item.description_format === 'formatted' ? <SafeHtml html={item.description} /> : <p>{item.description}</p>}
        </div>
      </div>
      <ul className={styles.accounts} aria-label="Accounts">
        {item.social_networks.map((delivery) => (
          <li key={delivery.delivery_id}>
            <NetworkIcon network={delivery.type} size={20} labelled={false} />
            <span className={styles.account}>{delivery.username || networkNames[delivery.type]}</span>
            {delivery.post_url ? (
              <Anchor href={delivery.post_url} target="_blank" rel="noreferrer" size="sm">
                Visit
              </Anchor>
            ) : (
              <StatusBadge status={deliveryStatus(delivery)} />
            )}
            {delivery.message && <p className={styles.reason}>{delivery.message}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
