import { Button, SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { streamKinds } from '#contract/base/list-options.ts';
import { networkIds, networkNames } from '#rules/eligibility.ts';
import { scheduleStatuses, type ScheduleStatus } from '#rules/schedule-standing.ts';
import { anId, oneOf, type ListAddress } from '../../../../lib/use-list-address.ts';
import toolbar from '../../../../parts/lists/toolbar.module.css';
import { ClientFilter } from '../scheduler/calendar/filters.tsx';

/** The filters of the list of schedules, by their names in the address. */
export const scheduleFilters = ['client', 'network', 'status', 'kind'];

const statusNames: Readonly<Record<ScheduleStatus, string>> = {
  running: 'Running',
  paused: 'Paused',
  approval: 'Waits for approval',
  'needs-you': 'Needs you',
  ended: 'Ended',
};

/** The filters of the address in the format of the call. */
export function filtersIn({ filter }: ListAddress) {
  const client = filter('client', anId);
  const network = filter('network', oneOf(networkIds));
  const status = filter('status', oneOf(scheduleStatuses));
  const kind = filter('kind', oneOf(streamKinds));
  return {
    ...(client === null ? {} : { client_id: client }),
    ...(network === null ? {} : { network }),
    ...(status === null ? {} : { status }),
    ...(kind === null ? {} : { kind }),
  };
}

type Props = {
  address: ListAddress;
  /** Whether it has the button that clears all filters. */
  clears: boolean;
  /** The select for the order. */
  children: ReactNode;
};

/** Filters the list by kind, client, network and state. */
export function ScheduleFilters({ address, clears, children }: Props) {
  const { client_id: client = null, network = null, status = null, kind = null } = filtersIn(address);
  return (
    <div className={toolbar.filters}>
      <SegmentedControl
        aria-label="Kind"
        size="sm"
        data={[
          { value: '', label: 'All' },
          { value: 'stream', label: 'Streams' },
          { value: 'post', label: 'Single posts' },
        ]}
        value={kind ?? ''}
        onChange={(value) => address.setFilter('kind', value || null)}
      />
      <ClientFilter value={client} onChange={(id) => address.setFilter('client', id)} />
      <Select
        aria-label="Network"
        placeholder="All networks"
        data={networkIds.map((value) => ({ value, label: networkNames[value] }))}
        value={network}
        clearable
        clearButtonProps={{ 'aria-label': 'Show all networks' }}
        onChange={(value) => address.setFilter('network', value)}
      />
      <Select
        aria-label="Status"
        placeholder="Every status"
        data={scheduleStatuses.map((value) => ({ value, label: statusNames[value] }))}
        value={status}
        clearable
        clearButtonProps={{ 'aria-label': 'Show every status' }}
        onChange={(value) => address.setFilter('status', value)}
      />
      {children}
      {clears && address.isNarrowed && (
        <Button variant="subtle" onClick={address.clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
