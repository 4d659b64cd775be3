import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Page } from '../../../../parts/page/page.tsx';
import { CreatedDialog } from '../../../../parts/dialogs/created-dialog.tsx';
import { Picture } from '../../auth/my-account/picture.tsx';
import { paths } from '../../../../paths.ts';
import { AccountsPanel } from './accounts-panel.tsx';
import styles from './client-editor.module.css';
import { ClientForm } from './client-form.tsx';
import type { Client } from './client-fields.ts';

/** The details on the left, the accounts on the right: of a client account itself, or of a new client (null). */
export function ClientEditor({ client }: { client: Client | null }) {
  const navigate = useNavigate();
  const [created, setCreated] = useState<string | null>(null);
  const own = client !== null;
  const title = own ? 'Edit Profile' : 'Add Client';
  const later = () => void navigate(paths.clients(), { replace: true });
  return (
    <Page title={title} above={own ? [] : [{ label: 'My Clients', to: paths.clients() }]}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          {own && <Picture />}
          <section className={styles.panel} aria-labelledby="details">
            <h2 id="details">{own ? 'Your details' : 'Client details'}</h2>
            <ClientForm client={client} onCreated={setCreated} />
          </section>
        </div>
        <div className={styles.stack}>
          <AccountsPanel userId={client?.id ?? created} client={null} />
        </div>
      </div>
      <CreatedDialog
        opened={created !== null}
        title="Client Created Successfully"
        text="Do you want to connect social accounts now ?"
        onContinue={() => {
          if (created !== null) void navigate(paths.editClient(created, { tab: 'accounts' }), { replace: true });
        }}
        onLater={later}
        onClose={later}
      />
    </Page>
  );
}
