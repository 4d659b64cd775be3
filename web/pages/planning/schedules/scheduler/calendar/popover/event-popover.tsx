import { useEffect } from 'react';
import type { Data } from '#contract/index.ts';
import { ErrorState } from '../../../../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../../../../parts/states/skeletons.tsx';
import { When } from '../../../../../../parts/display/when.tsx';
import { useCall } from '../../../../../../api/queries.ts';
import { makeStale } from '../../../../../../api/stale.ts';
import { firstWords } from '../card-words.ts';
import { useActs, type Act } from '../event-actions.tsx';
import type { OpenedEvent } from '../event-button.tsx';
import type { CalendarEvent } from '../events.ts';
import type { Acted, Next } from '../use-acting.ts';
import { PopoverFoot } from './popover-foot.tsx';
import { PopoverFrame } from './popover-frame.tsx';
import { PopoverPost } from './popover-post.tsx';

/** Milliseconds between two reads of the shown post. */
const every = 10_000;

type Props = {
  opened: OpenedEvent<CalendarEvent>;
  /** Does what a button says, with the post as it is now. */ onAct: (act: Act, post: Acted) => void;
  /** Opens another dialog. */ onNext: (next: Next) => void;
  onClose: () => void;
};

/** One post of the plan beside its card: whose it is and when, how it looks, where it goes, and what can be done. */
export function EventPopover({ opened: { event, button }, onAct, onNext, onClose }: Props) {
  const { data, error, refetch } = useCall('fetch-scheduled-item', { id: event.id }, { every, passing: true });
  // The calendar was read earlier: meanwhile, the post may have been published, moved or taken out of its schedule.
  const done = data?.item.done ?? event.done;
  const isOther = data !== undefined && (done !== event.done || data.item.due_at !== event.date);
  useEffect(() => {
    if (isOther) makeStale('posts');
  }, [isOther, done, data?.item.due_at]);
  const now = data === undefined ? event : nowOf(event, data);
  const acts = useActs(now);
  return (
    <PopoverFrame
      button={button}
      name={firstWords(event)}
      client={{ id: data?.schedule.client_id ?? null, name: event.client }}
      when={<When at={now.date} zone={now.timezone} />}
      onClose={onClose}
      foot={
        <PopoverFoot
          post={now}
          data={data}
          // Its time is known once it is read.
          acts={data === undefined ? acts.filter((act) => act !== 'move') : acts}
          onAct={(act) => onAct(act, now)}
          onNext={onNext}
          onClose={onClose}
        />
      }
    >
      {data ? (
        <PopoverPost
          data={data}
          onApproval={() => onNext({ kind: 'approval', itemId: event.id })}
          onByHand={(deliveryId) => onNext({ kind: 'by-hand', deliveryId })}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeletons rows={3} kind="table" />
      )}
    </PopoverFrame>
  );
}

/** The post of a card as it was read last. */
function nowOf(event: CalendarEvent, { item, schedule }: Data<'fetch-scheduled-item'>): CalendarEvent {
  const { approval, done } = item;
  const waits = done === '0' && approval !== null && approval.state !== 'approved';
  return {
    ...event,
    date: item.due_at,
    scheduled: item.scheduled,
    timezone: schedule.timezone,
    done,
    attention: waits
      ? approval.held
        ? 'not-approved'
        : approval.state === 'sent-back'
          ? 'sent-back'
          : 'approval'
      : done === event.done && !isOfApproval(event)
        ? event.attention
        : '',
  };
}

const isOfApproval = ({ attention }: CalendarEvent): boolean =>
  attention === 'approval' || attention === 'sent-back' || attention === 'not-approved';
