import { NumberInput } from '@mantine/core';

/** The largest number of days by which rows are moved at once. */
const mostDays = 365;

type Props = { days: number; onChange: (days: number) => void };

/** The number of days by which rows are moved. */
export function DaysField({ days, onChange }: Props) {
  return (
    <NumberInput
      label="Days"
      description="With a minus: earlier"
      value={days}
      min={-mostDays}
      max={mostDays}
      allowDecimal={false}
      error={days === 0 ? 'Please choose by how many days' : undefined}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
