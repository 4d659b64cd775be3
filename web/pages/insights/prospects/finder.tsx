import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/queries.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { Answer } from './answer.tsx';
import styles from './find-clients.module.css';
import type { Tiles } from './map/base.tsx';

type Props = { trades: readonly { id: string; name: string }[]; tiles: Tiles };

/**
 * Our own finder: a town and a trade, and the businesses that OpenStreetMap knows there. The search is in the address,
 * so that Back shows it again.
 */
export function Finder({ trades, tiles }: Props) {
  const [address, setAddress] = useSearchParams();
  const asked = { town: address.get('town') ?? '', trade: trades.find(({ id }) => id === address.get('trade'))?.id };
  const [town, setTown] = useState(asked.town);
  const [trade, setTrade] = useState<string | null>(asked.trade ?? null);
  const [isAsked, setAsked] = useState(false);
  const question = asked.town !== '' && asked.trade !== undefined ? { town: asked.town, trade: asked.trade } : null;
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
          if (town.trim() !== '' && trade !== null) setAddress({ town: town.trim(), trade });
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
        <EmptyState icon="map-search" text="Enter a town and a trade to find possible clients." />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <div role="status" aria-label="Searching">
          <Skeletons rows={6} kind="cards" />
        </div>
      ) : (
        <Answer {...found.data} town={question.town} tiles={tiles} />
      )}
    </>
  );
}
