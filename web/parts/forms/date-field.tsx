import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { useId, type ReactNode } from 'react';
import { fieldFormat } from '../../lib/dates.ts';

type Props = {
  label: string;
  /** 'YYYY-MM-DD'. */
  value: string;
  onChange: (date: string) => void;
  /** The first and the last selectable day, 'YYYY-MM-DD'. */
  from?: string;
  until?: string;
  /**
   * Set if the day is optional: the text shown without one, and the label of the button that removes it. `value` is
   * then ''.
   */
  none?: { placeholder: string; clear: string };
  /** A format for the day in dayjs's notation, if it differs from all other fields: 'MM-DD-YYYY'. */
  format?: string;
  error?: ReactNode;
};

/** A day selected from a calendar, which returns the focus to the field. */
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
      // The calendar's dialog is named by the element that has the popover's id, which is the field itself.
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
