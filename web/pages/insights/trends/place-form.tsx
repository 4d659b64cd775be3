import { Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Data } from '#contract/index.ts';
import { useCall } from '../../../api/queries.ts';
import { alertOops } from '../../../parts/dialogs/dialogs.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import styles from './trends.module.css';

/** A place for which trends are available. */
export type Place = Data<'geo-locations'>[number];

type Props = {
  busy: boolean;
  /** Whether a country alone is enough. */
  countriesOnly: boolean;
  onSearch: (place: Place) => void;
  children?: ReactNode;
};

/** The select for the place, and the button. */
export function PlaceForm({ busy, countriesOnly, onSearch, children }: Props) {
  const { data = [] } = useCall('geo-locations', {});
  const [code, setCode] = useState<string | null>(null);
  const offered = data.filter(({ kind }) => !countriesOnly || kind === 'country');
  const of = (kind: Place['kind']) =>
    offered.filter((place) => place.kind === kind).map(({ code: value, name: label }) => ({ value, label }));
  const cities = of('city');
  return (
    <form
      className={styles.form}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const place = offered.find((each) => each.code === code);
        if (place === undefined) alertOops('Please select location first');
        else onSearch(place);
      }}
    >
      <Select
        label="Location"
        placeholder="Select a location"
        className={styles.grows ?? ''}
        searchable
        nothingFoundMessage="No such place"
        data={[
          { group: 'Countries', items: of('country') },
          ...(cities.length > 0 ? [{ group: 'Cities', items: cities }] : []),
        ]}
        value={code}
        onChange={setCode}
      />
      {children}
      <SubmitButton busy={busy}>Search</SubmitButton>
    </form>
  );
}
