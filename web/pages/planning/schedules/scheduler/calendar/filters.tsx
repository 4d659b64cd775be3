import { Button, Popover, Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CalendarStatus } from '#contract/base/list-options.ts';
import { networkIds, networkNames } from '#rules/eligibility.ts';
import { useCall, useList } from '../../../../../api/queries.ts';
import type { Shown } from '../address.ts';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import styles from './toolbar.module.css';

const statusNames: Readonly<Record<CalendarStatus, string>> = {
  scheduled: 'Scheduled',
  posted: 'Posted',
  'needs-you': 'Failed or unsure',
};

type Props = {
  shown: Shown;
  /** Whether it is the calendar of a single client. */ ofOne: boolean;
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
  /** Further choices, above the others. */ children?: ReactNode;
  /** Further choices under the others, which may close the menu. */ after?: (close: () => void) => ReactNode;
};

/** Behind one button: filters of the calendar by network and state. */
export function FilterMenu({ shown, ofOne, onChange, children, after }: Props) {
  const [opened, setOpened] = useState(false);
  const { network, status, client } = shown;
  const active = [network, status, ofOne ? null : client].filter((each) => each !== null).length;
  const hidden = [network, status].filter((each) => each !== null).length;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          h={32}
          px="sm"
          aria-expanded={opened}
          leftSection={<Icon name="filter" size={16} />}
          onClick={() => setOpened(!opened)}
        >
          {hidden === 0 ? 'Filter' : `Filter (${hidden})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.fields}>
          {children}
          <Select
            label="Network"
            placeholder="All networks"
            data={networkIds.map((value) => ({ value, label: networkNames[value] }))}
            value={network}
            clearable
            clearButtonProps={{ 'aria-label': 'Show all networks' }}
            comboboxProps={{ withinPortal: false }}
            onChange={(value) => onChange({ network: value })}
          />
          <Select
            label="Status"
            placeholder="Every status"
            data={Object.entries(statusNames).map(([value, label]) => ({ value, label }))}
            value={status}
            clearable
            clearButtonProps={{ 'aria-label': 'Show every status' }}
            comboboxProps={{ withinPortal: false }}
            onChange={(value) => onChange({ status: value })}
          />
          {active > 0 && (
            <div className={styles.further}>
              <Button
                size="compact-sm"
                variant="transparent"
                px={0}
                onClick={() => onChange({ client: null, network: null, status: null })}
              >
                Show everything
              </Button>
            </div>
          )}
          {after?.(() => setOpened(false))}
        </div>
      </Popover.Dropdown>
    </Popover>
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
