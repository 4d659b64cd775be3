import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Page } from '../../parts/page.tsx';
import { CreatedDialog } from '../../parts/created-dialog.tsx';
import { ClientPause } from '../../parts/pausing/pause-notice.tsx';
import { useMay, useUser } from '../../api/session.ts';
import { Picture } from '../my-account/picture.tsx';
import { paths } from '../../paths.ts';
import { BrandKit } from './brand-kit.tsx';
import { AccountsPanel } from './accounts-panel.tsx';
import styles from './client-editor.module.css';
import { ClientForm } from './client-form.tsx';
import type { Client } from './client-fields.ts';
import { LicencesLink } from './licences-link.tsx';
import { ConnectLinks } from './links/connect-links.tsx';

/** Left the client's details, right their accounts. `null` is a client still to be created. */
export function ClientEditor({ client }: { client: Client | null }) {
  const user = useUser();
  const links = useMay('connectLinks');
  const designs = useMay('createContent');
  const navigate = useNavigate();
  const [created, setCreated] = useState<string | null>(null);
  const own = user.id === client?.id;
  const title = client === null ? 'Add Client' : own ? 'Edit Profile' : 'Edit Client';
  const later = () => void navigate(paths.clients(), { replace: true });
  return (
    <Page
      title={title}
      heading={client === null || own ? title : client.name}
      thing={client === null || own ? undefined : client.name}
      action={designs && client !== null && <LicencesLink clientId={client.id} />}
      above={own ? [] : [{ label: 'My Clients', to: paths.clients() }]}
    >
      {client !== null && !own && <ClientPause id={client.id} name={client.name} pausedAt={client.paused_at} />}
      <div className={styles.columns}>
        <div className={styles.stack}>
          {own && <Picture />}
          <section className={styles.panel} aria-labelledby="details">
            <h2 id="details">{own ? 'Your details' : 'Client details'}</h2>
            <ClientForm client={client} onCreated={setCreated} />
          </section>
          {designs && client !== null && <BrandKit clientId={client.id} />}
        </div>
        <div className={styles.stack}>
          <AccountsPanel userId={client?.id ?? created} />
          {links && client !== null && (
            <ConnectLinks
              client={{ id: client.id, name: client.name, email: client.email, pausedAt: client.paused_at }}
            />
          )}
        </div>
      </div>
      <CreatedDialog
        opened={created !== null}
        title="Client Created Successfully"
        text="Do you want to connect social accounts now ?"
        onContinue={() => {
          if (created !== null) void navigate(paths.editClient(created), { replace: true });
        }}
        onLater={later}
        onClose={later}
      />
    </Page>
  );
}
