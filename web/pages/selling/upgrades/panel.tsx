import { Link } from 'react-router';
import type { UpgradePanel, UpgradeTicket } from '#contract/selling/upgrades.ts';
import { ticketKinds } from '#rules/upgrade-tickets.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import link from '../../../parts/buttons/submit-button.module.css';
import { paths } from '../../../paths.ts';
import { Downloads } from './downloads.tsx';
import { Premade } from './premade.tsx';
import { Quotes } from './quotes.tsx';
import { Rebrandings } from './rebrandings.tsx';
import { Tickets } from './tickets.tsx';
import styles from './upgrades.module.css';

type Props = {
  panel: UpgradePanel;
  tickets: readonly UpgradeTicket[];
  wanted: readonly string[];
  onWanted: (ids: readonly string[]) => void;
};

/** An open panel: what it is, and its actions. */
export function Panel({ panel, tickets, wanted, onWanted }: Props) {
  const kind = ticketKinds.find((each) => each === panel.name);
  return (
    <section className={styles.panel} aria-labelledby="panel">
      <h2 id="panel">{panel.title}</h2>
      <p className={styles.about}>{panel.text}</p>
      {panel.name === 'agency-website' && <Steps />}
      {panel.links.length > 0 && <Links links={panel.links} />}
      {panel.materials.length > 0 && <Downloads materials={panel.materials} wanted={wanted} onWanted={onWanted} />}
      {panel.streams.length > 0 && <Premade streams={panel.streams} wanted={wanted} onWanted={onWanted} />}
      {panel.name === 'social-media-assets' && <Quotes />}
      {panel.kind === 'downloads' && panel.materials.length + panel.streams.length === 0 && (
        <p className={styles.note}>Nothing is here yet. New content appears here at once.</p>
      )}
      {panel.name === 'rebranding' && <Rebrandings />}
      {panel.name === 'business-finder' && (
        <Link to={paths.findClients()} className={link.button}>
          Find Clients
        </Link>
      )}
      {kind !== undefined && <Tickets kind={kind} tickets={tickets.filter((ticket) => ticket.kind === kind)} />}
    </section>
  );
}

function Links({ links }: Pick<UpgradePanel, 'links'>) {
  return (
    <ul className={styles.links}>
      {links.map(({ title, url }) => (
        <li key={title}>
          {url === null ? (
            <span className={styles.unset}>
              <strong>{title}</strong> is not set up yet.
            </span>
          ) : (
            <a href={url} target="_blank" rel="noreferrer" className={link.button}>
              {title} <Icon name="external-link" size={16} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

const steps = [
  'Install WordPress on your host.',
  'Download both site files below.',
  'Import them: the theme under Appearance, Themes, then the pages under Tools, Import.',
  'Customize texts, colours and pictures.',
];

function Steps() {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
