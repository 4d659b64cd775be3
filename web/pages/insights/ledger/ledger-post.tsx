import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { bucketOf } from '#rules/ledger.ts';
import { ClientLink } from '../../../parts/display/client-link.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useCall } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import { monthOfNow } from './address.ts';
import styles from './ledger.module.css';
import { Story } from './story.tsx';

type Explained = Data<'explain-delivery'>;

/** Milliseconds between two reads: short while the state can still change by itself. */
const refreshes = { open: 5_000, over: 60_000 } as const;

/** /ledger/post/:id: the history of one post at one account, step by step in plain words. */
export default function LedgerPost() {
  const { id = '' } = useParams();
  const [every, setEvery] = useState<number>(refreshes.open);
  const { data, error, isPending, refetch } = useCall('explain-delivery', { delivery_id: id }, { every });
  const bucket = data && bucketOf(data.delivery.state);
  const wanted =
    bucket === undefined || bucket === 'waiting' || bucket === 'uncertain' ? refreshes.open : refreshes.over;
  if (wanted !== every) setEvery(wanted);
  return (
    <Page
      title="What happened"
      heading={data ? data.delivery.title : 'What happened'}
      thing={data?.delivery.title}
      above={[{ label: 'Ledger', to: paths.ledger(data ? { month: monthOfNow(new Date(data.delivery.at)) } : {}) }]}
      {...(data
        ? {
            action: (
              <PageAction icon="calendar-time" to={paths.scheduleDetail(data.delivery.schedule_id)}>
                View Schedule
              </PageAction>
            ),
          }
        : {})}
    >
      {isPending && <Skeletons rows={6} kind="table" />}
      {!data && error && (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          list={{ to: paths.ledger(), name: 'Back to the ledger' }}
        />
      )}
      {data && (
        <>
          <Facts delivery={data.delivery} />
          <Story steps={data.steps} zone={data.delivery.timezone} />
        </>
      )}
    </Page>
  );
}

function Facts({ delivery }: { delivery: Explained['delivery'] }) {
  const { network, username, client, client_id: clientId, state, by_hand, at, timezone, message, post_url } = delivery;
  const isOpen = bucketOf(state) !== 'published' && message !== '';
  return (
    <section className={styles.facts} aria-label="The post">
      <dl>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={by_hand ? 'by-hand' : state} />
          </dd>
        </div>
        <div>
          <dt>Planned for</dt>
          <dd>
            <When at={at} zone={timezone} />
          </dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd className={styles.account}>
            <NetworkIcon network={network} size={22} labelled={false} />
            {username || networkNames[network]} on {networkNames[network]}
          </dd>
        </div>
        <div>
          <dt>Client</dt>
          <dd>
            <ClientLink id={clientId} name={client} />
          </dd>
        </div>
        {post_url && (
          <div>
            <dt>Post</dt>
            <dd>
              <Anchor href={post_url} target="_blank" rel="noopener noreferrer">
                Visit the post on {networkNames[network]}
              </Anchor>
            </dd>
          </div>
        )}
      </dl>
      {isOpen && <p>{message}</p>}
    </section>
  );
}
