import { instantToLocal } from '#rules/planning.ts';
import { dateAfter, startsOfDays } from '../../base/lib/days.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { listClientDays } from './queries.ts';

const daysShown = 7;
const clientsShown = 10;

/** Answers `fetch-next-days`: the week from today in the viewer's zone, client by client, those without posts first. */
export const nextDays: Handlers['fetch-next-days'] = async (
  { timezone, cursor = '0' },
  { user: { agencyId }, tx, now },
) => {
  // The order changes with the plan, so the cursor is an offset and not a client.
  if (!/^\d{1,9}$/.test(cursor))
    throw new UserError('This page of the list is not known. Please reload.', { status: 422 });
  const offset = Number(cursor);
  const today = instantToLocal(now, timezone).slice(0, 10);
  const dates = Array.from({ length: daysShown }, (_, index) => dateAfter(today, index));
  const rows = await listClientDays(tx, {
    agencyId,
    starts: startsOfDays(dates, timezone),
    offset,
    limit: clientsShown,
  });
  const { clients = 0, idle = 0 } = rows[0] ?? {};
  return {
    message: '',
    data: {
      dates,
      idle,
      total: clients,
      items: rows.map(({ id, name, counts }) => ({
        id,
        name,
        counts: dates.map((_, index) => counts[index + 1] ?? 0),
      })),
      next: offset + rows.length < clients ? String(offset + rows.length) : null,
    },
  };
};
