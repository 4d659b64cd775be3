import { useEffect } from 'react';
import type { Billing as Bill } from '#contract/selling/memberships.ts';
import { dollars } from '#rules/money.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { refreshUser, useUser } from '../../../api/session.ts';
import styles from './billing/billing.module.css';

/** `/billing`: what a buyer pays for, its state, and the link to Stripe. */
export default function Billing() {
  const { data, error, isPending, refetch } = useCall('fetch-billing', {}, { passing: true });
  const bill = data?.[0];
  const { suspended } = useUser();
  // All pages are notified at once when a person returns from paying.
  useEffect(() => {
    if (bill !== undefined && bill.suspended !== suspended) void refreshUser();
  }, [bill, suspended]);
  return (
    <Page title="Billing">
      {bill !== undefined ? (
        <Card bill={bill} />
      ) : isPending ? (
        <Skeletons rows={3} kind="form" />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <EmptyState icon="currency-dollar" text="There is nothing to pay for this account" />
      )}
    </Page>
  );
}

type Look = { icon: IconName; word: string; tone: 'good' | 'warn' | 'bad' };
const looks: Readonly<Record<Bill['state'], Look>> = {
  good: { icon: 'circle-check', word: 'Paid', tone: 'good' },
  grace: { icon: 'alert-triangle', word: 'The last payment failed', tone: 'warn' },
  over: { icon: 'circle-x', word: 'Not paid', tone: 'bad' },
  cancelled: { icon: 'circle-minus', word: 'Cancelled', tone: 'bad' },
};

function Card({ bill }: { bill: Bill }) {
  const { membership, price, paytime, state, next_payment: next, ends } = bill;
  const open = useAction('open-billing', { quiet: true, onDone: ({ url }) => location.assign(url) });
  const look = looks[state];
  return (
    <section className={styles.card} aria-labelledby="bill">
      <h2 id="bill">{membership}</h2>
      <p className={styles.price}>
        {dollars(price)} <span>per {paytime === 'yearly' ? 'year' : 'month'}</span>
      </p>
      <p className={styles.state} data-tone={look.tone}>
        <Icon name={look.icon} size={18} />
        <b>{look.word}</b>
      </p>
      <dl className={styles.facts}>
        {next !== null && (
          <div>
            <dt>Next payment</dt>
            <dd>
              <When at={next} form="short" />
            </dd>
          </div>
        )}
        {ends !== null && (
          <div>
            <dt>Ends</dt>
            <dd>
              <When at={ends} form="short" />
            </dd>
          </div>
        )}
      </dl>
      <p className={styles.words}>
        <Words bill={bill} />
      </p>
      <div className={styles.end}>
        <SubmitButton busy={open.busy} onClick={() => void open.run({ back: location.origin })}>
          {buttons[state]}
        </SubmitButton>
      </div>
    </section>
  );
}

const buttons: Readonly<Record<Bill['state'], string>> = {
  good: 'Manage at Stripe',
  grace: 'Pay at Stripe',
  over: 'Pay at Stripe',
  cancelled: 'Subscribe again',
};

function Words({ bill: { state, grace_until: until, ends, suspended } }: { bill: Bill }) {
  if (suspended === 'seller') return 'The seller of this membership is suspended, so nothing is published for now.';
  switch (state) {
    case 'good':
      return ends === null
        ? 'You manage cards, receipts and cancellation at Stripe.'
        : 'You have cancelled. Everything keeps working until then, and you can undo it at Stripe.';
    case 'grace':
      return until === null ? (
        'Everything keeps working for now. Please pay at Stripe.'
      ) : (
        <>
          Everything keeps working until <When at={until} form="short" within />; after that nothing is published until
          it is paid. Nothing is deleted.
        </>
      );
    case 'over':
      return 'Nothing is published until it is paid. Nothing is deleted.';
    case 'cancelled':
      return 'Nothing is published any more. Nothing is deleted, and everything resumes once you subscribe again.';
    default:
      return state satisfies never;
  }
}
