import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { networkNames } from '#rules/eligibility.ts';
import type { Data } from '#contract/index.ts';
import { Button, Loader } from '@mantine/core';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Face } from '../../../parts/display/face.tsx';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { useTitle } from '../../../parts/page/title.ts';
import { When } from '../../../parts/display/when.tsx';
import { useCall } from '../../../api/queries.ts';
import { Connecting, type Reconnecting } from '../../../parts/connecting/connecting.tsx';
import styles from './connect-link/connect-link.module.css';
import { useConnectLink, type LinkState } from './connect-link/use-connect-link.ts';

/**
 * `/connect/:token`: where a client connects its accounts through its agency's link. Anyone with the link sees the
 * names and may connect accounts.
 */
export default function ConnectLink() {
  const { token = '' } = useParams();
  const { state, retry } = useConnectLink(token);
  useTitle('Connect your accounts');
  return (
    <div className={styles.page}>
      <main id="content" tabIndex={-1} className={styles.card}>
        <Content state={state} retry={retry} />
      </main>
    </div>
  );
}

function Content({ state, retry }: { state: LinkState; retry: () => void }) {
  switch (state.kind) {
    case 'opening':
      return (
        <>
          <h1 className="visually-hidden">Connect your accounts</h1>
          <div className={styles.opening}>
            <Loader size="md" role="img" aria-label="Loading" />
          </div>
        </>
      );
    case 'open':
      return <Open />;
    case 'stopped':
      return (
        <Ended
          agency={state.agency}
          heading="Nothing can be connected at the moment"
          action={
            <Button mt={20} variant="default" onClick={retry}>
              Try again
            </Button>
          }
        >
          {state.agency.name} has stopped the processing of its data for now. This link works again as soon as it goes
          on, until <When at={state.expires} within />. What is connected stays connected. If you cannot wait, please
          ask {state.agency.name}.
        </Ended>
      );
    case 'ended':
      return (
        <Ended
          agency={state.agency}
          heading={state.why === 'expired' ? 'This link has expired' : 'This link does not work any more'}
        >
          {state.why === 'expired' ? 'Links like this expire after a few days. ' : ''}Please ask {state.agency.name} for
          a new one. Accounts you have connected stay connected.
        </Ended>
      );
    case 'unknown':
      return (
        <Ended agency={null} heading="This link is not valid">
          It may have been cut off when it was copied. Please open it again as it was sent to you, or ask the sender for
          a new one.
        </Ended>
      );
    case 'failed':
      return (
        <>
          <h1>Connect your accounts</h1>
          <ErrorState error={state.error} onRetry={retry} />
        </>
      );
    default:
      return state satisfies never;
  }
}

type Agency = { name: string; logo: string | null };

function Sender({ agency }: { agency: Agency }) {
  return (
    <div className={styles.sender}>
      {agency.logo === null ? (
        <Face name={agency.name} image={null} size={44} />
      ) : (
        <img src={agency.logo} alt="" height={44} />
      )}
      <span>{agency.name}</span>
    </div>
  );
}

function Ended({
  agency,
  heading,
  action,
  children,
}: {
  agency: Agency | null;
  heading: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {agency && <Sender agency={agency} />}
      <h1>{heading}</h1>
      <p className={styles.text}>{children}</p>
      {action}
    </>
  );
}

function Open() {
  const { data, error, refetch } = useCall('fetch-connect-page', {}, { passing: true });
  if (error)
    return (
      <>
        <h1>Connect your accounts</h1>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!data)
    return (
      <>
        <h1 className="visually-hidden">Connect your accounts</h1>
        <div className={styles.opening}>
          <Loader size="md" role="img" aria-label="Loading" />
        </div>
      </>
    );
  const { agency, name, link, accounts, user_id: userId } = data;
  return (
    <>
      <Sender agency={agency} />
      <h1>Connect your social accounts</h1>
      <p className={styles.text}>
        {link === null || link.made_by === '' ? agency.name : `${link.made_by} of ${agency.name}`} asks <b>{name}</b> to
        connect the accounts that {agency.name} may publish to. You allow it at the network itself, or with a key that
        you make there for this purpose. Either way {agency.name} never sees your passwords.
      </p>
      <h2>Choose a network</h2>
      <Connecting userId={userId}>
        {(reconnecting) => (
          <>
            <h2>Connected accounts</h2>
            <Accounts accounts={accounts} {...reconnecting} />
          </>
        )}
      </Connecting>
      <p className={styles.small}>
        {link !== null && (
          <>
            This link works until <When at={link.expires} within />. Anyone who has it can connect accounts for {name},
            so please keep it to yourself.{' '}
          </>
        )}
        To disconnect an account again, tell {agency.name}, or take the permission back at the network.
      </p>
    </>
  );
}

function Accounts({
  accounts,
  connect,
  canConnect,
}: { accounts: Data<'fetch-connect-page'>['accounts'] } & Reconnecting) {
  if (accounts.length === 0) return <p className={styles.none}>Nothing is connected yet.</p>;
  return (
    <ul className={styles.accounts} aria-label="Connected accounts">
      {accounts.map(({ id, type, username, status, by_hand: byHand }) => (
        <li key={id}>
          <NetworkIcon network={type} size={28} labelled={false} />
          <span className={styles.name}>
            <b>{username || networkNames[type]}</b>
            <span>{networkNames[type]}</span>
          </span>
          <StatusBadge status={byHand ? 'hand-account' : status} />
          {status === 'needs-reconnecting' && canConnect(type) && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => connect(type)}
              aria-label={`Reconnect ${username || networkNames[type]}`}
            >
              Reconnect
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
