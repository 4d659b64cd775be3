import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { listZones } from '#rules/zones.ts';
import { zoneOption } from '../../lib/when.ts';

type Props = Pick<SelectProps, 'label' | 'error' | 'description' | 'disabled' | 'required'> & {
  value: string;
  onChange: (zone: string) => void;
};

/** A searchable list of every time zone with its current offset from UTC. */
export function TimezoneSelect({ value, onChange, label = 'Timezone', ...rest }: Props) {
  const data = useMemo(() => {
    const now = new Date();
    const zones = listZones();
    return (zones.includes(value) ? zones : [value, ...zones]).map((zone) => ({
      value: zone,
      label: zoneOption(zone, now),
    }));
  }, [value]);
  return (
    <Select
      {...rest}
      label={label}
      data={data}
      value={value}
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage="No timezone by that name"
      onChange={(zone) => {
        if (zone !== null) onChange(zone);
      }}
    />
  );
}
