import { Button, SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { cardId } from './business.ts';
import styles from './find-clients.module.css';
import type { Tiles } from './map/base.tsx';
import { BusinessMap, type Pin } from './map/business-map.tsx';

type Props = { pins: readonly (Pin & { address: string })[]; tiles: Tiles; /** The list. */ children: ReactNode };

const views = [
  { value: 'list', label: 'List' },
  { value: 'map', label: 'Map' },
];

/** A list of businesses beside their map; on a narrow screen, either of them. */
export function WithMap({ pins, tiles, children }: Props) {
  const [view, setView] = useState('list');
  const [chosen, setChosen] = useState<string[]>([]);
  const shown = pins.filter(({ id }) => chosen.includes(id));
  const lead = (id: string): void => {
    setView('list');
    // Once the list is loaded.
    requestAnimationFrame(() => {
      const card = document.getElementById(cardId(id));
      card?.scrollIntoView({ block: 'center' });
      card?.focus({ preventScroll: true });
    });
  };
  return (
    <>
      <SegmentedControl
        className={styles.switch ?? ''}
        fullWidth
        aria-label="Shown as"
        data={views}
        value={view}
        onChange={setView}
      />
      <div className={styles.both} data-view={view}>
        <div className={styles.list}>{children}</div>
        <div className={styles.beside}>
          <BusinessMap pins={pins} tiles={tiles} chosen={chosen} onChoose={setChosen} />
          {shown.length > 0 && (
            <ul className={styles.chosen} aria-label="Chosen on the map">
              {shown.map(({ id, name, address }) => (
                <li key={id} className={styles.one}>
                  <span>
                    <strong>{name}</strong>
                    {address !== '' && <small>{address}</small>}
                  </span>
                  <Button size="compact-sm" variant="default" onClick={() => lead(id)} aria-label={`Show ${name}`}>
                    Show
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </>
  );
}
