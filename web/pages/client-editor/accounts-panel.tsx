import { AccountsTable } from './accounts-table.tsx';
import styles from './client-editor.module.css';
import { Connecting } from './connecting.tsx';

/** The nine networks to connect and the table of what is connected. `null` before the client exists. */
export function AccountsPanel({ userId }: { userId: string | null }) {
  return (
    <section className={styles.panel} aria-labelledby="connect">
      <h2 id="connect">Connect Social Accounts</h2>
      {userId === null && (
        <p className={styles.hint}>The accounts can be connected as soon as the client is created.</p>
      )}
      <Connecting userId={userId}>
        {({ connect, canConnect }) => (
          <>
            <h3>Manage</h3>
            <AccountsTable userId={userId} onReconnect={connect} canReconnect={canConnect} />
          </>
        )}
      </Connecting>
    </section>
  );
}
