import { startOfMonth, views, type Day, type View } from './calendar/days.ts';

/** What an address of the scheduler may ask for; null where it does not. */
export type Asked = { /** Whose plan is to be made. */ clientId: string | null; /** The day of the first post. */ first: Day | null; /** How the calendar opens. */ view: View | null; day: Day | null };

const isDay = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])-\d\d$/.test(text) && startOfMonth(text).slice(0, 7) === text.slice(0, 7) && new Date(`${text}T00:00Z`).toISOString().startsWith(text);
const dayIn = (search: URLSearchParams, name: string): Day | null => {
  const given = search.get(name) ?? '';
  return isDay(given) ? given : null;
};

/** What the search of an address asks for; what makes no sense is left out. */
export function askedIn(search: URLSearchParams): Asked {
  const client = search.get('client') ?? '';
  return {
    clientId: /^[1-9]\d{0,17}$/.test(client) ? client : null,
    first: dayIn(search, 'first'),
    view: views.find((view) => view === search.get('view')) ?? null,
    day: dayIn(search, 'day'),
  };
}

/** The address at which a plan for a client is begun, its first post on a day. */
export const planAddress = ({ clientId, first }: { clientId: string; first: Day }): string => `/scheduler?client=${clientId}&first=${first}`;

/** The address at which a day is seen whole. */
export const dayAddress = (day: Day): string => `/scheduler?view=day&day=${day}`;
