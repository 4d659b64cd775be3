import { useMay } from '../../../../api/session.ts';
import { AccountsPanel } from './accounts-panel.tsx';
import styles from './client-editor.module.css';
import type { Client } from './client-fields.ts';
import { ConnectLinks } from './links/connect-links.tsx';

/** Where the client's posts are published, and the links by which the client connects more accounts. */
export function AccountsTab({ client }: { client: Client }) {
  const links = useMay('connectLinks');
  return (
    <div className={styles.columns}>
      <AccountsPanel userId={client.id} client={client} />
      {links && (
        <div className={styles.stack}>
          <ConnectLinks
            client={{ id: client.id, name: client.name, email: client.email, pausedAt: client.paused_at }}
          />
        </div>
      )}
    </div>
  );
}
