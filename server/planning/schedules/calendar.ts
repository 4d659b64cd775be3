import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { titleOf } from '#rules/titles.ts';
import { instantToLocal } from '#rules/planning.ts';
import { datesBetween, startsOfDays } from '../../base/lib/days.ts';
import { preferGenericPlans } from '../../base/lib/generic-plans.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { countDays, listEvents, listPlanned } from './calendar-queries.ts';
import { listGaps } from './gap-queries.ts';
import { extraEvents } from './extra-events.ts';
import { presentEvents } from './present.ts';

const mostDays = 62;
const mostGaps = 100;

const dayMs = 86_400_000;

/** The range of `get-calender`, which takes no dates. */
const whole = { daysBack: 31, daysAhead: 92, limit: 5000 };

/**
 * Answers `fetch-calendar`. Days are those of the requested zone, by the same time-zone data that planned the posts.
 */
export async function getCalendar(
  input: Input<'fetch-calendar'>,
  { user, tx, now }: Context,
): Promise<Reply<Data<'fetch-calendar'>>> {
  checkSpan(input);
  const dates = datesBetween(input.from, input.to);
  const days = {
    agencyId: user.agencyId,
    clientId: input.client_id ?? null,
    network: input.network ?? null,
    status: input.status ?? null,
    starts: startsOfDays(dates, input.timezone),
  };
  await preferGenericPlans(tx);
  const counted = new Map((await countDays(tx, days)).map((row) => [row.day, row]));
  const events = await listEvents(tx, { ...days, perDay: input.per_day, now });
  return {
    message: '',
    data: {
      days: dates.map((date, index) => {
        const { total = 0, posted = 0, failed = 0, uncertain = 0 } = counted.get(index + 1) ?? {};
        return { date, total, posted, failed, uncertain };
      }),
      events: presentEvents(events, input.timezone),
    },
  };
}

/** Throws a UserError (422) for a calendar of no days, or of more days than it shows at once. */
export function checkSpan({ from, to }: { from: string; to: string }): void {
  const span = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (span >= 1 && span <= mostDays) return;
  throw new UserError(messages.invalidInput, {
    status: 422,
    errors: { to: `Please choose between 1 and ${mostDays} days` },
  });
}

/** Answers `fetch-gaps`. Today counts as a coming day. */
export async function getGaps(
  input: Input<'fetch-gaps'>,
  { user, tx, now }: Context,
): Promise<Reply<Data<'fetch-gaps'>>> {
  checkSpan(input);
  const today = instantToLocal(now, input.timezone).slice(0, 10);
  const dates = datesBetween(input.from < today ? today : input.from, input.to);
  if (dates.length === 0) return { message: '', data: { items: [], total: 0 } };
  const rows = await listGaps(tx, {
    agencyId: user.agencyId,
    clientId: input.client_id ?? null,
    starts: startsOfDays(dates, input.timezone),
    limit: mostGaps,
  });
  return {
    message: '',
    data: {
      items: rows.map(({ id, name, filled }) => ({
        id,
        name,
        days: dates.filter((_, index) => !filled.includes(index + 1)),
      })),
      total: rows[0]?.total ?? 0,
    },
  };
}

/**
 * Answers `get-calender`: titles and times only, then the extra events of the plans, for callers that want the whole
 * calendar at once.
 */
export async function getWholeCalendar(
  _input: Input<'get-calender'>,
  { user, tx, now }: Context,
): Promise<Reply<Data<'get-calender'>>> {
  const at = (days: number): Date => new Date(now.getTime() + days * dayMs);
  const rows = await listPlanned(tx, {
    agencyId: user.agencyId,
    from: at(-whole.daysBack),
    to: at(whole.daysAhead),
    limit: whole.limit,
  });
  const dateOf = (instant: Date): string => instant.toISOString().slice(0, 10);
  const extra = extraEvents(user.membership, { from: dateOf(at(-whole.daysBack)), to: dateOf(at(whole.daysAhead)) });
  return {
    message: '',
    data: [
      ...rows.map((row) => ({ title: titleOf(row), date: row.due_at.toISOString() })),
      ...extra.map(({ title, date }) => ({ title, date: `${date}T00:00:00.000Z` })),
    ],
  };
}
