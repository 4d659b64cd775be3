import { Select } from '@mantine/core';
import type { ExtraEvent } from '#contract/planning/schedules-calendar.ts';
import type { Shown } from '../address.ts';
import { specialChoices, type SpecialChoice } from './special-days.ts';
import styles from './special.module.css';

const names: Readonly<Record<SpecialChoice, string>> = {
  holidays: 'Holidays',
  awareness: 'Awareness days',
  all: 'All special days',
  none: 'No special days',
};
const regions = new Intl.DisplayNames(['en'], { type: 'region' });

/** The special days of one date: the first by name, the others counted. */
export function SpecialDays({ events }: { events: readonly ExtraEvent[] | undefined }) {
  const [first] = events ?? [];
  if (!events || !first) return null;
  const more = events.length - 1;
  return (
    <p className={styles.special} title={events.map(({ title }) => title).join('\n')}>
      <span className={styles.name}>{first.title}</span>
      {more > 0 && <span> +{more}</span>}
    </p>
  );
}

/** The special days of one date, each with an idea for a post. */
export function SpecialList({ events }: { events: readonly ExtraEvent[] | undefined }) {
  if (!events || events.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Special days">
      {events.map(({ title, idea }) => (
        <li key={title}>
          <strong>{title}</strong> {idea}
        </li>
      ))}
    </ul>
  );
}

type Props = {
  shown: Shown;
  countries: readonly string[];
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
};

/** Selects the special days of the calendar, and their country. */
export function SpecialFilter({ shown, countries, onChange }: Props) {
  return (
    <>
      <Select
        label="Special days"
        comboboxProps={{ withinPortal: false }}
        data={specialChoices.map((value) => ({ value, label: names[value] }))}
        value={shown.special}
        allowDeselect={false}
        onChange={(special) => onChange({ special })}
      />
      {shown.special !== 'none' && (
        <Select
          label="Country of special days"
          placeholder="All countries"
          comboboxProps={{ withinPortal: false }}
          data={countries.map((value) => ({ value, label: regions.of(value) ?? value }))}
          value={shown.country}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Show special days of all countries' }}
          onChange={(country) => onChange({ country })}
        />
      )}
    </>
  );
}
