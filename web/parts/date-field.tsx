import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { useId, type ReactNode } from 'react';
import { fieldFormat } from '../lib/dates.ts';

type Props = {
  label: string;
  /** 'YYYY-MM-DD'. */
  value: string;
  onChange: (date: string) => void;
  /** The first and the last day that can be chosen, 'YYYY-MM-DD'. */
  from?: string;
  until?: string;
  /** Where no day need be chosen: what is shown without one, and the button that takes it away. `value` is then ''. */
  none?: { placeholder: string; clear: string };
  /** How the day is written, in dayjs's letters, where it is not as everywhere: 'MM-DD-YYYY'. */
  format?: string;
  error?: ReactNode;
};

/** A day chosen from a calendar, which gives the focus back to the field. */
export function DateField({ label, value, onChange, from, until, none, format = fieldFormat, error }: Props) {
  const id = useId();
  return (
    <DatePickerInput
      id={id}
      label={label}
      required={none === undefined}
      value={value === '' ? null : value}
      {...(from === undefined ? {} : { minDate: from })}
      {...(until === undefined ? {} : { maxDate: until })}
      {...(none && {
        placeholder: none.placeholder,
        clearable: true,
        clearButtonProps: { 'aria-label': none.clear },
      })}
      valueFormat={format}
      error={error}
      weekendDays={[]}
      // The calendar's dialog is named by the element that carries the popover's id, which is the field itself.
      popoverProps={{ id, returnFocus: true }}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
      }}
      onChange={(date) => {
        if (date || none) onChange(date ?? '');
      }}
    />
  );
}
