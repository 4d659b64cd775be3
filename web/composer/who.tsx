import { useEffect, useState } from 'react';
import type { Client } from '#contract/people/clients.ts';
import { useCall } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { ClientChoice } from '../parts/forms/client-choice.tsx';
import { AccountChips, type Account } from './accounts.tsx';
import styles from './accounts.module.css';
import { NewClient } from './new-client.tsx';
import type { Composed } from './post.ts';

type Props = {
  composed: Composed;
  accounts: readonly Account[] | undefined;
  client: Client | undefined;
  onClient: (clientId: string) => void;
  onAccounts: (accounts: readonly string[]) => void;
};

/** Who a post that is not planned yet is for, and its accounts. A client can be added here. */
export function Who({ composed, accounts, client, onClient, onAccounts }: Props) {
  const { clientId } = composed;
  const [added, setAdded] = useState<string | null>(null);
  const mayAdd = useMay('manageClients');
  const { data } = useCall('fetch-app-client', {}, { enabled: clientId === null });
  const isAlone = data?.items.length === 1 && data.next === null;
  const only = isAlone ? data.items[0]?.id : undefined;
  // An agency with a single client writes for that one.
  useEffect(() => {
    if (clientId === null && only !== undefined) onClient(only);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it is known
  }, [clientId, only]);
  const hasNone = clientId === null && data?.items.length === 0;
  if (mayAdd && (added !== null || hasNone))
    return (
      <div className={styles.who}>
        <NewClient
          name={added ?? ''}
          onDone={(id) => {
            setAdded(null);
            onClient(id);
          }}
          onCancel={hasNone ? null : () => setAdded(null)}
        />
      </div>
    );
  return (
    <div className={styles.who}>
      <ClientChoice
        hidesLabel
        client={clientId ?? ''}
        onChoose={onClient}
        onNew={mayAdd ? (name) => setAdded(name) : undefined}
      />
      <AccountChips
        composed={composed}
        accounts={accounts}
        clientName={client?.name ?? 'This client'}
        isFixed={false}
        onChoose={onAccounts}
      />
    </div>
  );
}
