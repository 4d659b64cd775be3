import { Select, Switch } from '@mantine/core';
import type { ExtraEvent } from '#contract/planning/schedules-calendar.ts';
import type { Shown } from '../address.ts';
import type { SpecialChoice } from './special-days.ts';
import styles from './special.module.css';

const names: Readonly<Record<Exclude<SpecialChoice, 'none'>, string>> = {
  holidays: 'Holidays',
  awareness: 'Awareness days',
  all: 'All special days',
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

/** Switches the special days of the calendar on and off, and selects their kind and country. */
export function SpecialFilter({ shown, countries, onChange }: Props) {
  return (
    <>
      <Switch
        label="Holidays"
        checked={shown.special !== 'none'}
        onChange={({ currentTarget: { checked } }) => onChange({ special: checked ? null : 'none' })}
      />
      {shown.special !== 'none' && (
        <>
          <Select
            label="Special days"
            comboboxProps={{ withinPortal: false }}
            data={Object.entries(names).map(([value, label]) => ({ value, label }))}
            value={shown.special}
            allowDeselect={false}
            onChange={(special) => onChange({ special })}
          />
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
        </>
      )}
    </>
  );
}
