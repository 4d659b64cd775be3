import { Select } from '@mantine/core';
import { useState } from 'react';
import { useCall, useList } from '../api/queries.ts';
import styles from './client-choice.module.css';

type Client = { id: string; name: string };
type Props = {
  label?: string;
  /** The id of the chosen client; '' for everybody. */
  client: string;
  /** Clients that are known already. */
  clients?: readonly Client[];
  /** What the choice of no client in particular is called; it is not offered without. */
  everybody?: string;
  onChoose: (id: string) => void;
};

/** Chooses a client; one that is not on the first page of the list is looked up by its id, or found by its name. */
export function ClientChoice({ label = 'Client', client, clients = [], everybody, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const found = useList('fetch-app-client', search === '' ? {} : { search });
  const isListed = client === '' || [...clients, ...found.items].some(({ id }) => id === client);
  const { data: own } = useCall('fetch-app-client', { id: client }, { enabled: !isListed });
  const known = new Map([
    ...(everybody === undefined ? [] : [['', everybody] as const]),
    ...[...clients, ...(own?.items ?? []), ...found.items].map(({ id, name }) => [id, name] as const),
  ]);
  return (
    <Select
      className={styles.choice ?? ''}
      label={label}
      searchable
      allowDeselect={false}
      data={[...known].map(([value, name]) => ({ value, label: name }))}
      value={known.has(client) ? client : null}
      nothingFoundMessage="No client fits"
      onSearchChange={(typed) => setSearch([...known.values()].includes(typed) ? '' : typed.slice(0, 200))}
      onChange={(id) => {
        if (id !== null) onChoose(id);
      }}
    />
  );
}
