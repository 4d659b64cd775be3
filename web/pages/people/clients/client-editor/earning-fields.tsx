import { NumberInput, Select } from '@mantine/core';
import styles from './client-editor.module.css';
import { labelsFor, type Fields } from './client-fields.ts';

const frequencies = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
];

type Props = {
  fields: Fields;
  errorOf: (name: keyof Fields) => string | undefined;
  /** The agency sets what it earns; a client account can only read it. */ isAgency: boolean;
  onChange: (part: Partial<Fields>) => void;
};

/** What the client pays, and how often. */
export function EarningFields({ fields, errorOf, isAgency, onChange }: Props) {
  const fixed = isAgency ? {} : ({ readOnly: true, variant: 'filled', description: 'Set by your agency' } as const);
  return (
    <div className={styles.pair}>
      <NumberInput
        label={labelsFor({ isAgency }).earning}
        name="earning"
        required
        min={0}
        decimalScale={2}
        allowNegative={false}
        thousandSeparator=","
        leftSection="$"
        hideControls
        {...fixed}
        value={fields.earning}
        error={errorOf('earning')}
        onChange={(value) => onChange({ earning: value === '' ? '' : Number(value) })}
      />
      <Select
        label="Frequency"
        required
        data={frequencies}
        allowDeselect={false}
        {...fixed}
        value={fields.frequency}
        error={errorOf('frequency')}
        onChange={(value) => {
          if (value === 'weekly' || value === 'monthly' || value === 'yearly') onChange({ frequency: value });
        }}
      />
    </div>
  );
}
