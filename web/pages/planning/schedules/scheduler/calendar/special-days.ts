import type { ExtraEvent } from '#contract/planning/schedules-calendar.ts';
import type { Day } from './days.ts';

/** Which special days the calendar shows. */
export const specialChoices = ['holidays', 'awareness', 'all', 'none'] as const;
export type SpecialChoice = (typeof specialChoices)[number];

/** The special days of a kind and country, by day; international ones belong to every country. */
export function specialDays(
  events: readonly ExtraEvent[],
  { choice, country }: { choice: SpecialChoice; country: string | null },
): ReadonlyMap<Day, readonly ExtraEvent[]> {
  const isOfCountry = ({ countries }: ExtraEvent): boolean =>
    country === null || countries.includes(country) || countries.includes('world');
  return Map.groupBy(
    events.filter((event) => isChosen(event, choice) && isOfCountry(event)),
    ({ date }) => date,
  );
}

function isChosen({ kind }: ExtraEvent, choice: SpecialChoice): boolean {
  switch (choice) {
    case 'holidays':
      return kind === 'holiday';
    case 'awareness':
      return kind === 'awareness';
    case 'all':
      return true;
    case 'none':
      return false;
    default:
      return choice satisfies never;
  }
}
