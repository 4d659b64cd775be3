import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { counted } from '../../../lib/words.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { When } from '../../../parts/display/when.tsx';
import { BusinessCard } from './business-card.tsx';
import { toSave, type Found, type ToSave } from './business.ts';
import styles from './find-clients.module.css';
import type { Tiles } from './map/base.tsx';
import { SaveBusinesses } from './save-businesses.tsx';
import { WithMap } from './with-map.tsx';

type Props = Data<'find-businesses'> & { town: string; tiles: Tiles };

/** The map's answer to a search, or why there is none. */
export function Answer(answer: Props) {
  const { state, again_at: again, businesses, town } = answer;
  if (state === 'not-configured')
    return <EmptyState icon="plug-off" text="The business finder is turned off by the operator of this site." />;
  if (state === 'quota-used-up')
    return (
      <EmptyState
        icon="hourglass"
        text={
          <>
            OpenStreetMap accepts no more searches for now
            {again !== null && (
              <>
                {' '}
                until <When at={again} form="short" />
              </>
            )}
            .
          </>
        }
      />
    );
  if (businesses.length === 0)
    return <EmptyState icon="search" text={`OpenStreetMap has no such business in “${town}”.`} />;
  return <Businesses {...answer} />;
}

function Businesses({ stale_since: stale, place, attribution, businesses, tiles }: Props) {
  const [lacksSite, setLacksSite] = useState(false);
  const [saved, setSaved] = useState<ToSave[] | null>(null);
  const shown = useMemo(() => businesses.filter(({ site }) => !lacksSite || site === null), [businesses, lacksSite]);
  return (
    <section aria-label="Businesses">
      <div className={styles.above}>
        <p>
          <strong>{counted(shown.length, 'business', 'businesses')}</strong> in {place}
          {stale !== null && (
            <>
              , as of <When at={stale} form="short" />
            </>
          )}
        </p>
        <Checkbox
          label="Only without a website"
          checked={lacksSite}
          onChange={(event) => setLacksSite(event.currentTarget.checked)}
        />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="bookmark" size={14} />}
          disabled={shown.length === 0}
          onClick={() => setSaved(shown.map(toSave))}
        >
          Save all
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon="search" text="Each of them has a website." />
      ) : (
        <WithMap pins={shown} tiles={tiles}>
          <ul className={styles.cards}>
            {shown.map((business) => (
              <li key={business.id}>
                <FoundBusiness business={business} onSave={() => setSaved([toSave(business)])} />
              </li>
            ))}
          </ul>
        </WithMap>
      )}
      <p className={styles.credit}>
        <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
          {attribution}
        </a>
        , ODbL. The map is made by volunteers: what it does not say is not shown, and what it says may be old.
      </p>
      {saved && <SaveBusinesses businesses={saved} onClose={() => setSaved(null)} />}
    </section>
  );
}

const FoundBusiness = ({ business, onSave }: { business: Found; onSave: () => void }) => (
  <BusinessCard
    id={business.id}
    business={business}
    actions={
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="bookmark" size={14} />}
        aria-label={`Save ${business.name} to a list`}
        onClick={onSave}
      >
        Save
      </Button>
    }
  />
);
