import { calendarStatuses, type CalendarStatus } from '#contract/base/list-options.ts';
import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import { isLocalTime } from '#rules/planning.ts';
import { startOfMonth, views, type Day, type View } from './calendar/days.ts';
import { specialChoices, type SpecialChoice } from './calendar/special-days.ts';

/** What the calendar shows, as the address says; null if it does not say. */
export type Shown = {
  view: View | null;
  day: Day | null;
  client: string | null;
  network: NetworkId | null;
  status: CalendarStatus | null;
  /** Holidays by default. */
  special: SpecialChoice;
  /** The country of the special days, two letters; null for all countries. */
  country: string | null;
};

/**
 * The new schedule that an address asks for: its client and stream, day and time ('HH:mm') of the first post; null
 * leaves it open.
 */
export type NewSchedule = {
  clientId: string | null;
  streamId: string | null;
  first: Day | null;
  at: string | null;
  /** Whether the requested values are final, so that the wizard begins after them. */ isSettled: boolean;
};

/** The state that an address of the scheduler describes; `new` is null if no new schedule is requested. */
export type Asked = Shown & { new: NewSchedule | null };

const isDay = (text: string): boolean =>
  /^\d{4}-(0[1-9]|1[0-2])-\d\d$/.test(text) &&
  startOfMonth(text).slice(0, 7) === text.slice(0, 7) &&
  new Date(`${text}T00:00Z`).toISOString().startsWith(text);
const dayIn = (search: URLSearchParams, name: string): Day | null => {
  const given = search.get(name) ?? '';
  return isDay(given) ? given : null;
};
const idIn = (search: URLSearchParams, name: string): string | null => {
  const given = search.get(name) ?? '';
  return /^[1-9]\d{0,17}$/.test(given) ? given : null;
};

/** The state in the search of an address; invalid values are dropped. */
export function askedIn(search: URLSearchParams): Asked {
  const at = search.get('at') ?? '';
  return {
    new: search.has('new')
      ? {
          clientId: idIn(search, 'for'),
          streamId: idIn(search, 'stream'),
          first: dayIn(search, 'first'),
          at: isLocalTime(`2026-01-01 ${at}`) ? at : null,
          isSettled:
            idIn(search, 'for') !== null && (search.get('step') === 'stream' || idIn(search, 'stream') !== null),
        }
      : null,
    view: views.find((view) => view === search.get('view')) ?? null,
    day: dayIn(search, 'day'),
    client: idIn(search, 'client'),
    network: networkIds.find((network) => network === search.get('network')) ?? null,
    status: calendarStatuses.find((status) => status === search.get('status')) ?? null,
    special: specialChoices.find((choice) => choice === search.get('special')) ?? 'holidays',
    country: /^[A-Z]{2}$/.exec(search.get('country') ?? '')?.[0] ?? null,
  };
}

/** The search with some values changed; null removes one. */
export function searchWith(search: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const changed = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}
