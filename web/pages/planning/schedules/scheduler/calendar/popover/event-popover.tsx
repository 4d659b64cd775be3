import { Anchor, Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { networkIds, networkNames, type NetworkId } from '#rules/eligibility.ts';
import { Decide } from '../../../../../parts/deliveries/decide.tsx';
import { situationOf } from '../../../../../parts/deliveries/decisions.ts';
import { ErrorState } from '../../../../../parts/states/error-state.tsx';
import { NetworkIcon } from '../../../../../parts/icons/network-icon.tsx';
import { Skeletons } from '../../../../../parts/states/skeletons.tsx';
import { StatusBadge } from '../../../../../parts/states/status-badge.tsx';
import { When } from '../../../../../parts/display/when.tsx';
import { useCall } from '../../../../../api/queries.ts';
import { useMay } from '../../../../../api/session.ts';
import { makeStale } from '../../../../../api/stale.ts';
import { paths } from '../../../../../paths.ts';
import { ApprovalNote } from '../../schedule-detail/approval-note.tsx';
import { deliveryStatus, itemStatus } from '../../schedule-detail/words.ts';
import { PostPreview } from '../../../../content/streams/stream-editor/post-preview.tsx';
import styles from './event-popover.module.css';
import type { OpenedEvent } from './event-button.tsx';
import type { CalendarEvent } from './events.ts';
import type { ToMove } from './move/move-dialog.tsx';
import { isMovable } from './move/times.ts';
import { PopoverFrame } from './popover-frame.tsx';
import { takesWords, type ToReword } from './words/rewording.ts';

/** Milliseconds between two reads of the shown post. */
const every = 10_000;

type Props = {
  opened: OpenedEvent<CalendarEvent>;
  /** Opens the dialog that moves it. */ onMove: (post: ToMove) => void;
  /** Opens its window. */ onCompose: () => void;
  /** Opens the dialog for its words. */ onReword: (post: ToReword) => void;
  /** Opens the client's comments on it. */ onApproval: (itemId: string) => void;
  /** Opens the dialog for posting it by hand. */ onByHand: (deliveryId: string) => void;
  onClose: () => void;
};

/** One post of the plan over the calendar: how it looks on its networks, its accounts, and its state at each. */
export function EventPopover({
  opened: { event, button },
  onCompose,
  onMove,
  onReword,
  onApproval,
  onByHand,
  onClose,
}: Props) {
  const { data, error, refetch } = useCall('fetch-scheduled-item', { id: event.id }, { every, passing: true });
  // The calendar was read earlier: meanwhile, the post may have been published, moved or taken out of its schedule.
  const done = data?.item.done ?? event.done;
  const isOther = data !== undefined && (done !== event.done || data.item.due_at !== event.date);
  useEffect(() => {
    if (isOther) makeStale('posts');
  }, [isOther, done, data?.item.due_at]);
  const mayReword = useMay('manageStreams');
  return (
    <PopoverFrame
      button={button}
      name={event.title || 'Untitled'}
      client={{ id: data?.schedule.client_id ?? null, name: event.client }}
      onClose={onClose}
      foot={
        <>
          <Button size="compact-md" onClick={onCompose}>
            Open post
          </Button>
          <Button component={Link} to={paths.scheduleDetail(event.schedule_id)} size="compact-md" variant="default">
            Open schedule
          </Button>
          {data && isMovable({ done, attention: done === event.done ? event.attention : '' }) && (
            <Button size="compact-md" variant="default" onClick={() => onMove(toMove(data))}>
              Move
            </Button>
          )}
          {data?.editable && mayReword && takesWords(data.item) && (
            <Button
              size="compact-md"
              variant="default"
              onClick={() => data.editable && onReword({ id: event.id, item: data.editable })}
            >
              Edit words
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <Item data={data} onApproval={onApproval} onByHand={onByHand} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeletons rows={3} kind="table" />
      )}
    </PopoverFrame>
  );
}

const toMove = ({ item, schedule }: Data<'fetch-scheduled-item'>): ToMove => ({
  id: item.id,
  at: item.due_at,
  title: item.title || 'Untitled',
  local: item.scheduled,
  zone: schedule.timezone,
});

type ItemProps = { data: Data<'fetch-scheduled-item'> } & Pick<Props, 'onApproval' | 'onByHand'>;

function Item({ data: { item, schedule, content }, onApproval, onByHand }: ItemProps) {
  const { status, word } = itemStatus(item);
  const at = (network: NetworkId) => item.social_networks.filter(({ type }) => type === network);
  const goesTo = networkIds.filter((network) => at(network).length > 0);
  const isOut = (network: NetworkId) => at(network).every(({ state }) => state === 'published');
  return (
    <>
      <p className={styles.when}>
        <When at={item.due_at} zone={schedule.timezone} />
        <StatusBadge status={status} {...(word === null ? {} : { children: word })} />
      </p>
      {item.approval !== null && item.done === '0' && (
        <ApprovalNote item={item} approval={item.approval} onOpen={() => onApproval(item.id)} />
      )}
      <PostPreview
        item={content}
        own={content.own_words}
        alt={content.alt_text}
        title={content.title}
        description={content.description}
        only={goesTo}
        out={goesTo.filter(isOut)}
      />
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
            {delivery.actions.length > 0 && (
              <div className={styles.decide}>
                <p className={styles.note}>{situationOf({ ...delivery, network: delivery.type })}</p>
                <Decide
                  delivery={{ ...delivery, network: delivery.type }}
                  title={item.title || 'Untitled'}
                  onByHand={() => onByHand(delivery.delivery_id)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
