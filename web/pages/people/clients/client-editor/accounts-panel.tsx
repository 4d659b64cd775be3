import { AccountsTable } from './accounts-table.tsx';
import styles from './client-editor.module.css';
import { Connecting } from '../../../../parts/connecting/connecting.tsx';
import { ForClient } from './for-client.tsx';
import { useMay } from '../../../../api/session.ts';

type Props = {
  /** The client whose accounts these are; null before it is created. */
  userId: string | null;
  /** The client's name, shown to an agency. */
  client: { id: string; name: string } | null;
};

/** The nine networks to connect, and the table of connected accounts. */
export function AccountsPanel({ userId, client }: Props) {
  const mayConnect = useMay('connectAccounts');
  return (
    <section className={styles.panel} aria-labelledby="connect">
      <h2 id="connect">Connect Social Accounts</h2>
      {userId === null && (
        <p className={styles.hint}>The accounts can be connected as soon as the client is created.</p>
      )}
      <Connecting userId={userId} mayConnect={mayConnect}>
        {({ connect, canConnect }) => (
          <>
            <h3>Manage</h3>
            <AccountsTable userId={userId} onReconnect={connect} canReconnect={canConnect} />
          </>
        )}
      </Connecting>
      {client && <ForClient client={client} />}
    </section>
  );
}
