import { Select } from '@mantine/core';
import { useState } from 'react';
import { useCall, useList } from '../../api/queries.ts';
import styles from './ideas.module.css';

type Client = { id: string; name: string };
type Props = { client: string; clients: readonly Client[]; onChoose: (id: string) => void };

/** Whose ideas; a client that is not on the first page of the list is looked up by its id, or found by its name. */
export function ClientChoice({ client, clients, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const found = useList('fetch-app-client', search === '' ? {} : { search });
  const isListed = clients.some(({ id }) => id === client);
  const { data: own } = useCall('fetch-app-client', { id: client }, { enabled: !isListed });
  const known = new Map([...clients, ...(own?.items ?? []), ...found.items].map(({ id, name }) => [id, name]));
  return (
    <Select
      className={styles.choice}
      label="Client"
      searchable
      allowDeselect={false}
      data={[...known].map(([value, label]) => ({ value, label }))}
      value={known.has(client) ? client : null}
      nothingFoundMessage="No client fits"
      onSearchChange={(typed) => setSearch([...known.values()].includes(typed) ? '' : typed)}
      onChange={(id) => {
        if (id !== null) onChoose(id);
      }}
    />
  );
}
