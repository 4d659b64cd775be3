import { Select } from '@mantine/core';
import { useState } from 'react';
import type { CalendarStatus } from '#contract/base/list-options.ts';
import { networkIds, networkNames } from '#rules/eligibility.ts';
import { useCall, useList } from '../../../../../api/queries.ts';
import type { Shown } from '../address.ts';
import styles from './calendar.module.css';

const statusNames: Readonly<Record<CalendarStatus, string>> = {
  scheduled: 'Scheduled',
  posted: 'Posted',
  'needs-you': 'Failed or unsure',
};

type Props = { shown: Shown; ofOne: boolean; onChange: (changes: Readonly<Record<string, string | null>>) => void };

/** Filters the calendar by client, network and state. */
export function Filters({ shown, ofOne, onChange }: Props) {
  return (
    <div className={styles.filters}>
      {!ofOne && <ClientFilter value={shown.client} onChange={(client) => onChange({ client })} />}
      <Select
        aria-label="Network"
        placeholder="All networks"
        data={networkIds.map((value) => ({ value, label: networkNames[value] }))}
        value={shown.network}
        clearable
        clearButtonProps={{ 'aria-label': 'Show all networks' }}
        onChange={(network) => onChange({ network })}
      />
      <Select
        aria-label="Status"
        placeholder="Every status"
        data={Object.entries(statusNames).map(([value, label]) => ({ value, label }))}
        value={shown.status}
        clearable
        clearButtonProps={{ 'aria-label': 'Show every status' }}
        onChange={(status) => onChange({ status })}
      />
    </div>
  );
}

type ClientProps = {
  /** A visible label above the filter; without one its name is only for screen readers. */ label?: string;
  value: string | null;
  onChange: (id: string | null) => void;
};

/** Selects one client by name, or all of them. */
export function ClientFilter({ label, value, onChange }: ClientProps) {
  const [search, setSearch] = useState('');
  const chosen = useCall('fetch-app-client', { id: value ?? '' }, { enabled: value !== null });
  const name = chosen.data?.items.find(({ id }) => id === value)?.name ?? '';
  const list = useList('fetch-app-client', { sort: 'connected', ...(search && search !== name ? { search } : {}) });
  const found = list.items.map((client) => ({ value: client.id, label: client.name }));
  const known =
    value === null || found.some((option) => option.value === value) ? found : [{ value, label: name }, ...found];
  return (
    <Select
      {...(label === undefined ? { 'aria-label': 'Client' } : { label })}
      placeholder="All clients"
      data={known}
      value={value}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show all clients' }}
      onSearchChange={setSearch}
      onChange={onChange}
    />
  );
}
