import { useCall } from '../../../api/queries.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import link from '../../../parts/buttons/submit-button.module.css';
import styles from './help.module.css';
import { app } from './use-help.ts';

/** The link to human support; renders nothing on a site without one. */
export function Helpdesk() {
  const { data } = useCall('help/fetch-support', app);
  const helpdesk = data?.helpdesk ?? null;
  if (helpdesk === null) return null;
  const isPage = /^https?:/.test(helpdesk);
  return (
    <aside className={styles.desk} aria-label="Helpdesk">
      <p>Is your question not answered here?</p>
      <a href={helpdesk} className={link.button} {...(isPage ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
        <Icon name="lifebuoy" />
        Contact Our Helpdesk
      </a>
    </aside>
  );
}
