import { useMay } from '../../../../api/session.ts';
import { BrandKit } from './brand-kit.tsx';
import styles from './client-editor.module.css';
import type { Client } from './client-fields.ts';
import { ClientForm } from './client-form.tsx';

/** The client's details and brand kit. */
export function DetailsTab({ client }: { client: Client }) {
  const designs = useMay('createContent');
  return (
    <div className={styles.columns}>
      <section className={styles.panel} aria-labelledby="details">
        <h2 id="details">Client details</h2>
        <ClientForm client={client} onCreated={() => {}} />
      </section>
      {designs && (
        <div className={styles.stack}>
          <BrandKit clientId={client.id} />
        </div>
      )}
    </div>
  );
}
