import { Button, Select } from '@mantine/core';
import { activityKindNames, activityKinds } from '#rules/activity.ts';
import { useCall } from '../../../api/queries.ts';
import { useChangeAddress } from '../../../lib/use-change-address.ts';
import { DateField } from '../../../parts/forms/date-field.tsx';
import { SearchField } from '../../../parts/lists/search-field.tsx';
import { useBrand } from '../../../theme/brand.ts';
import styles from './activity.module.css';
import { filterIn, isNarrowed, searchOf, type Filter } from './filter.ts';

const kinds = activityKinds.map((kind) => ({ value: kind, label: activityKindNames[kind] }));

/** Searches the page, and filters it by person, kind and days. */
export function Filters({ filter }: { filter: Filter }) {
  const { data } = useCall('fetch-activity-people', {});
  const { name: brand } = useBrand();
  const changeAddress = useChangeAddress();
  const change = (part: Partial<Filter>) =>
    changeAddress((before) => new URLSearchParams(searchOf({ ...filterIn(before), ...part })), { replace: true });
  const people = [
    ...(data ?? []).map(({ id, name, role }) => ({ value: id, label: role === 'client' ? `${name} (client)` : name })),
    { value: 'operator', label: 'Operator' },
    { value: 'product', label: `${brand}, by itself` },
  ];
  return (
    <div className={styles.filters} role="search">
      <SearchField
        className={styles.search}
        label="Search by action, person or client"
        search={filter.search}
        onSearch={(search) => change({ search })}
      />
      <Select
        label="Who"
        placeholder="Everybody"
        data={people}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Everybody' }}
        value={filter.who || null}
        onChange={(who) => change({ who: who ?? '' })}
      />
      <Select
        label="Kind"
        placeholder="Everything"
        data={kinds}
        clearable
        clearButtonProps={{ 'aria-label': 'Everything' }}
        value={filter.kind || null}
        onChange={(chosen) => change({ kind: activityKinds.find((kind) => kind === chosen) ?? '' })}
      />
      <div className={styles.day}>
        <DateField
          label="From"
          value={filter.from}
          {...(filter.to === '' ? {} : { until: filter.to })}
          none={{ placeholder: 'The beginning', clear: 'From the beginning' }}
          onChange={(from) => change({ from })}
        />
      </div>
      <div className={styles.day}>
        <DateField
          label="To"
          value={filter.to}
          {...(filter.from === '' ? {} : { from: filter.from })}
          none={{ placeholder: 'Today', clear: 'Up to today' }}
          onChange={(to) => change({ to })}
        />
      </div>
      {isNarrowed(filter) && (
        <Button variant="subtle" onClick={() => changeAddress(() => new URLSearchParams(), { replace: true })}>
          Show everything
        </Button>
      )}
    </div>
  );
}
