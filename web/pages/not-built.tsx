import { Link, useLocation } from 'react-router';
import { Icon, isIconName, type IconName } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import link from '../parts/submit-button.module.css';
import { paths } from '../paths.ts';
import styles from './not-built.module.css';
import pages from './not-built.json' with { type: 'json' };

type Coming = { title: string; icon: IconName; text: string };

/** What a route without a page of its own will be for. */
function comingTo(pathname: string): Coming {
  const name = pathname.split('/')[1] ?? '';
  const found = Object.entries(pages).find(([route]) => route === name)?.[1];
  if (!found || !isIconName(found.icon)) return { title: 'On its way', icon: 'hourglass', text: '' };
  return { ...found, icon: found.icon };
}

/** A page that is still to come: what it will do, and the way back. */
export default function NotBuilt() {
  const { title, icon, text } = comingTo(useLocation().pathname);
  return (
    <Page title={title}>
      <div className={styles.card}>
        <span className={styles.icon}>
          <Icon name={icon} size={36} />
        </span>
        <h2>This page is on its way</h2>
        <p>{text}</p>
        <Link to={paths.dashboard()} className={link.button}>
          Back to the dashboard
        </Link>
      </div>
    </Page>
  );
}
