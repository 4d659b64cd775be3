import { Anchor, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import type { Decision } from '../../../parts/deliveries/decisions.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useCall } from '../../../api/queries.ts';
import { makeStale } from '../../../api/stale.ts';
import styles from './needs-you.module.css';

type Delivery = Data<'fetch-delivery'>;

const underWayMs = 2_000;
const settledMs = 60_000;

/** The effect of a decision: the delivery's current state, read until it is published, moved, or open again. */
export function Followed({ deliveryId, decision }: { deliveryId: string; decision: Decision }) {
  const [every, setEvery] = useState(underWayMs);
  const { data } = useCall('fetch-delivery', { delivery_id: deliveryId }, { every });
  const isOpenAgain = (data?.actions.length ?? 0) > 0;
  const wanted = data === undefined || isUnderWay(data, decision) ? underWayMs : settledMs;
  if (wanted !== every) setEvery(wanted);
  // The decision failed: the list shows the entry again, with its reason and its buttons.
  useEffect(() => {
    if (isOpenAgain) makeStale('posts');
  }, [isOpenAgain]);
  // The pressed button no longer exists; keyboard users continue from here.
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);

  return (
    <>
      <span className={styles.entryStatus}>
        {data && (
          <StatusBadge
            status={
              data.paused !== null
                ? 'paused'
                : isUnderWay(data, decision) && data.state === 'scheduled'
                  ? 'claimed'
                  : data.state
            }
          />
        )}
      </span>
      <div ref={container} tabIndex={-1} role="status" className={styles.entryAction}>
        <p className={styles.entryMessage}>
          {data ? (
            <Standing delivery={data} decision={decision} />
          ) : (
            <>
              <Loader size={14} className={styles.entryLoader ?? ''} /> One moment…
            </>
          )}
        </p>
      </div>
    </>
  );
}

function isUnderWay({ state, paused }: Delivery, decision: Decision): boolean {
  if (paused !== null) return false; // it waits for the end of the pause, and says so
  return (
    state === 'claimed' ||
    state === 'sending' ||
    state === 'processing' ||
    state === 'uncertain' ||
    (state === 'scheduled' && decision !== 'next-free-time')
  );
}

function Standing({ delivery, decision }: { delivery: Delivery; decision: Decision }) {
  const name = networkNames[delivery.type];
  if (delivery.state === 'published') {
    if (delivery.post_url === null && decision === 'posted-by-hand') return delivery.message;
    if (delivery.post_url === null) return decision === 'it-is-there' ? 'Noted: it is there.' : `It is on ${name}.`;
    return (
      <>
        It is on {name}.{' '}
        <Anchor
          inherit
          href={delivery.post_url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Visit the post on ${name}`}
        >
          Visit
        </Anchor>
      </>
    );
  }
  if (delivery.state === 'scheduled' && decision === 'next-free-time')
    return (
      <>
        Moved to <When at={delivery.due_at} />.
      </>
    );
  if (delivery.message !== '') return delivery.message;
  return isUnderWay(delivery, decision) ? (
    <>
      <Loader size={14} className={styles.entryLoader ?? ''} /> On its way to {name}…
    </>
  ) : null;
}
