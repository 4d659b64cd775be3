import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { useCall } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import { Panel } from './panel.tsx';
import styles from './upgrades.module.css';

/** ms between two reads: while a file is being made, and otherwise */
const often = 1000;
const seldom = 60_000;

/** `/upgrades`: a menu of what the plan includes besides the product; `?panel=` opens one entry. */
export default function Upgrades() {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const { data, error, refetch } = useCall('fetch-upgrades', {}, { every: wanted.length > 0 ? often : seldom });
  const [search] = useSearchParams();
  const name = search.get('panel');
  const panels = data?.panels;
  const panel = panels?.find((each) => each.name === name);
  return (
    <Page title="Upgrades" {...(panel === undefined ? {} : { thing: panel.title })}>
      {data && panels ? (
        <div className={styles.columns}>
          <nav className={styles.menu} aria-label="Upgrades" data-chosen={panel !== undefined}>
            {panels
              .filter(({ menu }) => menu)
              .map((each) => (
                <Link
                  key={each.name}
                  ref={each.name === name ? intoView : undefined}
                  to={paths.upgrades({ panel: each.name })}
                  aria-current={each.name === name ? 'page' : undefined}
                >
                  {each.title}
                </Link>
              ))}
          </nav>
          {panel !== undefined ? (
            <Panel key={panel.name} panel={panel} tickets={data.tickets} wanted={wanted} onWanted={setWanted} />
          ) : name === null ? (
            <Welcome />
          ) : (
            <EmptyState icon="search" text="Your plan has no upgrade of this name." />
          )}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeletons rows={8} kind="form" />
      )}
    </Page>
  );
}

/** On a phone the menu is a row that scrolls sideways. */
const intoView = (link: HTMLElement | null) => link?.scrollIntoView({ inline: 'center', block: 'nearest' });

function Welcome() {
  return (
    <section className={styles.panel} aria-labelledby="welcome">
      <span className={styles.iconTile}>
        <Icon name="rocket" size={32} />
      </span>
      <h2 id="welcome">Welcome to your upgrades</h2>
      <p className={styles.about}>Click an option in the menu to see what is in it.</p>
    </section>
  );
}
