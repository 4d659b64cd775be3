import type { Rebranding } from '#contract/base/brand.ts';
import { useCall } from '../../../../api/queries.ts';
import { useMay } from '../../../../api/session.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import styles from './rebranding.module.css';

/** Where the saved brand appears, with its logo as the navigation draws it. */
export function Preview({ rebranding }: { rebranding: Rebranding | null }) {
  return (
    <section className={styles.panel} aria-labelledby="shown">
      <h2 id="shown">What is shown</h2>
      {rebranding === null ? (
        <p className={styles.none}>
          <Icon name="photo" size={28} />
          You have not set a brand yet. You, your team and your clients see the product’s own name.
        </p>
      ) : (
        <>
          <div className={styles.bar}>
            {rebranding.logo === null ? rebranding.name : <img src={rebranding.logo} alt={rebranding.name} />}
          </div>
          <p className={styles.note}>
            <b>{rebranding.name}</b> is shown to you, your team and your clients: in the navigation and the window’s
            title, in mails and reports, and as the name in authenticator apps.
          </p>
        </>
      )}
      <WhiteLabelNote />
    </section>
  );
}

/** Says to the owner of a white label that its brand takes the place of the rebranding, on this host too. */
function WhiteLabelNote() {
  const { data } = useCall('fetch-whitelabel', {}, { enabled: useMay('whiteLabel') });
  const active = data?.find(({ state }) => state === 'active');
  if (active === undefined) return null;
  return (
    <p className={styles.note}>
      You have a white label: you, your team, your clients and your resellers see its brand, <b>{active.name}</b>, on
      this site too.
    </p>
  );
}
