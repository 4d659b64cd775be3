import { Select } from '@mantine/core';
import { useState } from 'react';
import { useCall, useList } from '../../api/queries.ts';
import styles from './client-choice.module.css';

type Client = { id: string; name: string };
type Props = {
  label?: string;
  /** The id of the selected client; '' for all clients. */
  client: string;
  /** Clients that are already loaded. */
  clients?: readonly Client[];
  /** The label for all clients; without it there is no such option. */
  everybody?: string;
  onChoose: (id: string) => void;
};

/** Selects a client. One that is not on the first page of the list is fetched by its id, or found by its name. */
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
