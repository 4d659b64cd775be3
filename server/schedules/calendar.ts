import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { datesBetween, startsOfDays } from '../days.ts';
import { UserError, type Context, type Reply } from '../handlers.ts';
import { countDays, listEvents } from './calendar-queries.ts';
import { presentEvents } from './present.ts';

const mostDays = 62;

/** Answers `get-calender`: days are the asked zone's, counted and cut by the same time-zone data that planned them. */
export async function getCalendar(input: Input<'get-calender'>, { user, tx, now }: Context): Promise<Reply<Data<'get-calender'>>> {
  const span = (Date.parse(input.to) - Date.parse(input.from)) / 86_400_000;
  if (span < 1 || span > mostDays) {
    throw new UserError(messages.invalidInput, { status: 422, errors: { to: `Please choose between 1 and ${mostDays} days` } });
  }
  const dates = datesBetween(input.from, input.to);
  const days = { agencyId: user.agencyId, clientId: input.client_id ?? null, starts: startsOfDays(dates, input.timezone) };
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
