import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StripeAccount } from '#contract/people/accounts-stripe.ts';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { When } from '../../../parts/display/when.tsx';
import { sayDate } from '../../../lib/dates.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { ConnectStripe } from './connect-stripe.tsx';
import styles from './selling.module.css';
import { OwnOnly } from '../../../parts/forms/own-only.tsx';

/** The tab Payment Integration: the Stripe accounts that receive the payments for memberships. */
export function Payment() {
  const { data, error, isPending, refetch } = useCall('fetch-social-accounts', {});
  const [isConnecting, setConnecting] = useState(false);
  return (
    <section aria-labelledby="payment">
      <div className={styles.head}>
        <h2 id="payment">Payment Integration</h2>
      </div>
      <OwnOnly permission="sell">
        <div className={styles.provider}>
          <span className={styles.iconTile}>
            <Icon name="currency-dollar" size={24} />
          </span>
          <div className={styles.name}>
            <h3>Stripe</h3>
            <span>Buyers pay you directly, on your own account. We are not involved.</span>
          </div>
          <SubmitButton busy={false} onClick={() => setConnecting(true)}>
            Connect
          </SubmitButton>
        </div>
        {data ? (
          <Accounts accounts={data.stripe} />
        ) : isPending ? (
          <Skeletons rows={2} kind="form" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </OwnOnly>
      {isConnecting && <ConnectStripe onClose={() => setConnecting(false)} />}
    </section>
  );
}

function Accounts({ accounts }: { accounts: readonly StripeAccount[] }) {
  if (accounts.length === 0) return <p className={styles.none}>No Stripe account is connected yet.</p>;
  return (
    <ul className={styles.accounts} aria-label="Connected accounts">
      {accounts.map((account) => (
        <Account key={account.id} account={account} />
      ))}
    </ul>
  );
}

function Account({ account: { id, username, created, last4, live, rights, checked } }: { account: StripeAccount }) {
  const disconnect = useAction('delete-stripe');
  const faults = [...new Set(rights.filter(({ state }) => state === 'missing').map(({ words }) => words))];
  return (
    <li className={styles.account}>
      <div className={styles.name}>
        <b>{username}</b>
        <span>
          Key ends in {last4}
          {!live && ' · test mode: nobody pays real money'}
        </span>
        <span>Added on {sayDate(created)}</span>
      </div>
      <StatusBadge status={faults.length === 0 ? 'connected' : 'needs-reconnecting'}>
        {faults.length === 0 ? 'All permissions are granted' : 'Needs attention'}
      </StatusBadge>
      <Button
        variant="default"
        aria-label={`Disconnect ${username}`}
        onClick={() =>
          confirmDelete({
            text: 'Do you want to disconnect this account',
            confirm: 'Disconnect',
            busy: 'Disconnecting',
            about: { name: username, words: 'the key is deleted here, and the webhook endpoint at Stripe' },
            onConfirm: () => disconnect.run({ id }),
          })
        }
      >
        Disconnect
      </Button>
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.map((words) => (
            <li key={words}>{words}</li>
          ))}
          <li>Once it is allowed, connect the same key again: it is checked at once and replaces this one.</li>
        </ul>
      )}
      <span className={styles.checked}>
        Tried <When at={checked} within />, automatically every day
      </span>
    </li>
  );
}
