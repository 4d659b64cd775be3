import { Select, type ComboboxItem, type ComboboxParsedItem } from '@mantine/core';
import { useState } from 'react';
import { useCall, useList } from '../../api/queries.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './client-choice.module.css';

type Client = { id: string; name: string };
type Props = {
  label?: string;
  /** Whether only a screen reader gets the label. */
  hidesLabel?: boolean;
  /** The id of the selected client; '' for all clients. */
  client: string;
  /** Clients that are already loaded. */
  clients?: readonly Client[];
  /** The label for all clients; without it there is no such option. */
  everybody?: string;
  onChoose: (id: string) => void;
  /** Begins a client that is not there yet, called as it was typed; without it there is no such option. */
  onNew?: ((name: string) => void) | undefined;
};

// No client has this id.
const newClient = 'new';

/** Selects a client. One that is not on the first page of the list is fetched by its id, or found by its name. */
export function ClientChoice({
  label = 'Client',
  hidesLabel = false,
  client,
  clients = [],
  everybody,
  onChoose,
  onNew,
}: Props) {
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
      labelProps={hidesLabel ? { className: 'visually-hidden' } : {}}
      searchable
      allowDeselect={false}
      data={[
        ...[...known].map(([value, name]) => ({ value, label: name })),
        ...(onNew ? [{ value: newClient, label: 'New client' }] : []),
      ]}
      filter={({ options, search: typed }) => options.filter((option) => fits(option, typed))}
      renderOption={({ option }) =>
        option.value === newClient ? (
          <span className={styles.fresh}>
            <Icon name="plus" size={16} />
            {option.label}
          </span>
        ) : (
          option.label
        )
      }
      value={known.has(client) ? client : null}
      nothingFoundMessage="No client fits"
      onSearchChange={(typed) => setSearch([...known.values()].includes(typed) ? '' : typed.slice(0, 200))}
      onChange={(id) => {
        if (id === newClient) onNew?.(known.has(client) && known.get(client) === search ? '' : search);
        else if (id !== null) onChoose(id);
      }}
    />
  );
}

/** Whether an option has what was typed; the one for a new client always stays. */
const fits = (option: ComboboxParsedItem, typed: string): boolean =>
  isItem(option) && (option.value === newClient || option.label.toLowerCase().includes(typed.trim().toLowerCase()));

const isItem = (option: ComboboxParsedItem): option is ComboboxItem => 'value' in option;
