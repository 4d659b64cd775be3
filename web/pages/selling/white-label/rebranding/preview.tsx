import type { Rebranding } from '#contract/base/brand.ts';
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
    </section>
  );
}
