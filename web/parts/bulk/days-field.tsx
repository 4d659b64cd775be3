import { NumberInput } from '@mantine/core';

/** As far as rows are moved at once, in days. */
const mostDays = 365;

type Props = { days: number; onChange: (days: number) => void };

/** By how many days rows are moved. */
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
