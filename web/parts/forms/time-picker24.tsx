import { TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import type { ReactNode } from 'react';

type Props = {
  label: string;
  /** 'HH:mm', '' for none. */ value: string;
  onChange: (time: string) => void;
  error?: ReactNode;
  disabled?: boolean;
  required?: boolean;
};

/** A clock time from 00:00 to 23:59, typed or picked. */
export function TimePicker24({ label, value, onChange, error, disabled = false, required = false }: Props) {
  return (
    <TimePicker
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      disabled={disabled}
      withAsterisk={required}
      format="24h"
      withDropdown
      minutesStep={5}
      hoursInputLabel="Hours"
      minutesInputLabel="Minutes"
      hoursInputProps={{ 'aria-invalid': error ? true : undefined }}
    />
  );
}
