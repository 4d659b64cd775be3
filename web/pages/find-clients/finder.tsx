import { Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { counted } from '../../lib/words.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { Skeletons } from '../../parts/skeletons.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { When } from '../../parts/when.tsx';
import { BusinessCard, type Business } from './business-card.tsx';
import styles from './find-clients.module.css';

type Question = { town: string; trade: string };

/** Our own finder: a town and a trade, and the businesses that OpenStreetMap knows there. */
export function Finder({ trades }: { trades: readonly { id: string; name: string }[] }) {
  const [town, setTown] = useState('');
  const [trade, setTrade] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const found = useCall('find-businesses', question ?? { town: '-', trade: '-' }, { enabled: question !== null });
  return (
    <>
      <form
        className={styles.form}
        role="search"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (town.trim() !== '' && trade !== null) setQuestion({ town: town.trim(), trade });
        }}
      >
        <TextInput
          label="Town"
          placeholder="Leeds"
          maxLength={100}
          value={town}
          error={isAsked && town.trim() === '' ? 'Town is required' : null}
          onChange={(event) => setTown(event.currentTarget.value)}
        />
        <Select
          label="Trade"
          placeholder="Choose a trade"
          searchable
          data={trades.map(({ id, name }) => ({ value: id, label: name }))}
          value={trade}
          error={isAsked && trade === null ? 'Trade is required' : null}
          onChange={setTrade}
        />
        <SubmitButton busy={found.isFetching}>Search</SubmitButton>
      </form>
      {question === null ? (
        <EmptyState icon="map-search" text="Name a town and a trade to see who could become your client there." />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <div role="status" aria-label="Searching">
          <Skeletons rows={6} kind="cards" />
        </div>
      ) : (
        <Answer {...found.data} town={question.town} />
      )}
    </>
  );
}

type AnswerProps = {
  state: 'answered' | 'quota-used-up' | 'not-configured';
  again_at: string | null;
  stale_since: string | null;
  place: string | null;
  attribution: string;
  businesses: readonly Business[];
  town: string;
};

function Answer({ state, again_at, stale_since, place, attribution, businesses, town }: AnswerProps) {
  const [lacksSite, setLacksSite] = useState(false);
  if (state === 'not-configured')
    return <EmptyState icon="plug-off" text="The business finder is turned off by the operator of this site." />;
  if (state === 'quota-used-up')
    return (
      <EmptyState
        icon="hourglass"
        text={
          <>
            OpenStreetMap takes no more searches for now
            {again_at !== null && (
              <>
                {' '}
                until <When at={again_at} form="short" />
              </>
            )}
            .
          </>
        }
      />
    );
  if (businesses.length === 0)
    return <EmptyState icon="search" text={`OpenStreetMap knows no such business in “${town}”.`} />;
  const shown = businesses.filter(({ site }) => !lacksSite || site === null);
  return (
    <section aria-label="Businesses">
      <div className={styles.above}>
        <p>
          <strong>{counted(shown.length, 'business', 'businesses')}</strong> in {place}
          {stale_since !== null && (
            <>
              , as of <When at={stale_since} form="short" />
            </>
          )}
        </p>
        <Checkbox
          label="Only without a website"
          checked={lacksSite}
          onChange={(event) => setLacksSite(event.currentTarget.checked)}
        />
      </div>
      <ul className={styles.cards}>
        {shown.map((business) => (
          <li key={business.id}>
            <BusinessCard business={business} />
          </li>
        ))}
      </ul>
      <p className={styles.credit}>
        <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
          {attribution}
        </a>
        , ODbL. The map is made by volunteers: what it does not say is not shown, and what it says may be old.
      </p>
    </section>
  );
}
