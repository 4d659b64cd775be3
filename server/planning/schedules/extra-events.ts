import events from '#catalog/upgrades/documents/events.json' with { type: 'json' };
import { eventDays, type EventRule } from '#catalog/upgrades/events.ts';
import type { Data, Input } from '#contract/index.ts';
import { plansOf } from '#rules/plans.ts';
import type { Context, Reply } from '../../base/handlers.ts';

/** A special day: a holiday, an awareness day, or a day of the VIP calendar. `date`: 'YYYY-MM-DD'. */
export type ExtraEvent = Data<'fetch-extra-events'>['events'][number];

type Entry = (typeof events)[number];

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

function ruleOf({ rule: { month, day, weekday, nth, plusDays, easter, years }, name }: Entry): EventRule {
  if (years !== undefined) return { years };
  if (easter !== undefined) return { easter };
  const known = weekdays.find((one) => one === weekday);
  if (month !== undefined && day !== undefined) return { month, day };
  if (month === undefined || nth === undefined || known === undefined) throw new Error(`no rule for ${name}`);
  return { month, weekday: known, nth, plusDays };
}

function kindOf({ kind }: Entry): ExtraEvent['kind'] {
  if (kind === 'holiday') return 'holiday';
  return kind === 'awareness' || kind === 'remembrance' || kind === 'observance' ? 'awareness' : 'vip';
}

const known = events.map((entry) => ({
  rule: ruleOf(entry),
  event: { title: entry.name, kind: kindOf(entry), countries: entry.countries, idea: entry.idea },
}));

const countries = [...new Set(events.flatMap((entry) => entry.countries))]
  .filter((code) => code !== 'world')
  .toSorted();

/**
 * The extra events from one date ('YYYY-MM-DD') to before another, by date. None for a membership of one plan; those of
 * the VIP calendar only with its plan.
 */
export function extraEvents(membership: string, { from, to }: { from: string; to: string }): ExtraEvent[] {
  if (!membership.includes('__')) return [];
  const hasVip = plansOf(membership).includes('dfy');
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return known
    .filter(({ event }) => hasVip || event.kind !== 'vip')
    .flatMap(({ rule, event }) => years.flatMap((year) => eventDays(rule, year)).map((date) => ({ ...event, date })))
    .filter(({ date }) => date >= from && date < to)
    .toSorted((a, b) => (a.date === b.date ? (a.title < b.title ? -1 : 1) : a.date < b.date ? -1 : 1));
}

/** Answers `fetch-extra-events`. */
export const fetchExtraEvents = (
  { from, to }: Input<'fetch-extra-events'>,
  { user: { membership } }: Context,
): Promise<Reply<Data<'fetch-extra-events'>>> => {
  const isOffered = membership.includes('__');
  return Promise.resolve({
    message: '',
    data: { countries: isOffered ? countries : [], events: extraEvents(membership, { from, to }) },
  });
};
