import { Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { networkIds, networkNames, type NetworkId } from '#rules/eligibility.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { NetworkIcon } from '../icons/network-icon.tsx';
import { useCall } from '../../api/queries.ts';
import { ByHandForm } from './by-hand-form.tsx';
import styles from './connecting.module.css';
import { ConnectDialog } from './connect-dialog.tsx';
import { isTyped } from './connect-fields.ts';
import { FacebookDialog } from './facebook-dialog.tsx';
import { useConsent } from './use-consent.ts';
import { VisitStatus } from './visit-status.tsx';

/** Reconnects an account, called by the content below the networks. */
export type Reconnecting = { connect: (network: NetworkId) => void; canConnect: (network: NetworkId) => boolean };

type Props = {
  /** The client whose accounts these are; null before it is created. */
  userId: string | null;
  /** False for an operator, who cannot connect accounts for somebody else. */
  mayConnect?: boolean;
  /** In one row of small icons, without the way to post by hand. */
  compact?: boolean;
  /** The connected accounts, below the networks. */
  children?: (reconnecting: Reconnecting) => ReactNode;
};

/** The nine networks to connect, each through its own dialog or page. */
export function Connecting({ userId, mayConnect = true, compact = false, children }: Props) {
  const { data: networks } = useCall('fetch-networks', {});
  const [connecting, setConnecting] = useState<NetworkId | null>(null);
  const [byHand, setByHand] = useState(false);
  const consent = useConsent();
  const connect = (network: NetworkId) => {
    if (!isTyped(network) && userId !== null) consent.begin({ network, userId });
    else setConnecting(network);
  };

  /** Why a network cannot be connected now; '' if it can. */
  const obstacle = (network: NetworkId): string => {
    if (!mayConnect) return messages.confirmByOperator;
    if (userId === null) return 'Create the client first';
    const info = networks?.find(({ type }) => type === network);
    if (!info) return 'One moment, please';
    return info.available ? '' : info.reason || 'This network cannot be connected here yet';
  };

  return (
    <>
      <ul className={styles.networks} data-compact={compact || undefined}>
        {networkIds.map((network) => (
          <li key={network}>
            <Connector
              network={network}
              compact={compact}
              obstacle={obstacle(network)}
              onConnect={() => connect(network)}
            />
          </li>
        ))}
      </ul>
      {userId !== null && mayConnect && !compact && (
        <p className={styles.byHand}>
          Facebook groups, and Medium accounts without a token, don't accept posts from apps.{' '}
          <button type="button" className={styles.otherWay} onClick={() => setByHand(true)}>
            Add one to post to by hand
          </button>
        </p>
      )}
      <VisitStatus visit={consent.visit} problem={consent.problem} />
      {children?.({ connect, canConnect: (network) => obstacle(network) === '' })}
      {userId !== null && (
        <ConnectDialog
          network={connecting}
          userId={userId}
          onClose={() => setConnecting(null)}
          onVisit={consent.begin}
        />
      )}
      {userId !== null && (
        <DialogFrame opened={byHand} onClose={() => setByHand(false)} title="Post by hand">
          <ByHandForm
            networks={['facebook', 'medium']}
            userId={userId}
            onDone={() => setByHand(false)}
            back={{ name: 'Cancel', go: () => setByHand(false) }}
          />
        </DialogFrame>
      )}
      {userId !== null && consent.choice && (
        <FacebookDialog choice={consent.choice} userId={userId} onEnd={consent.endChoice} />
      )}
    </>
  );
}

type ConnectorProps = { network: NetworkId; compact: boolean; obstacle: string; onConnect: () => void };

function Connector({ network, compact, obstacle, onConnect }: ConnectorProps) {
  const blocked = obstacle !== '';
  const name = networkNames[network];
  return (
    <Tooltip label={obstacle || name} disabled={!blocked && !compact} multiline maw={260}>
      <button
        type="button"
        className={styles.network}
        aria-disabled={blocked || undefined}
        aria-label={blocked ? `Connect ${name}. Not available: ${obstacle}` : `Connect ${name}`}
        onClick={() => {
          if (!blocked) onConnect();
        }}
      >
        <NetworkIcon network={network} size={compact ? 24 : 36} dimmed={blocked} labelled={false} />
        {!compact && name}
      </button>
    </Tooltip>
  );
}
