import type { DayCounts } from '#contract/insights/dashboard.ts';
import { instantToLocal } from '#rules/planning.ts';
import { titleOf } from '#rules/titles.ts';
import { dateAfter, startsOfDays } from '../../base/lib/days.ts';
import type { Handlers } from '../../base/handlers.ts';
import { countDays, listEvents, type DayRow } from '../../planning/schedules/index.ts';

const mostToCome = 5;

const present = ({ total, posted, failed, uncertain }: DayRow): DayCounts => ({
  posted,
  waiting: total - posted - failed - uncertain,
  failed,
  uncertain,
});
const nothing: DayCounts = { posted: 0, waiting: 0, failed: 0, uncertain: 0 };

/** Answers `fetch-today`: the state of yesterday and today in the viewer's zone, and today's next posts. */
export const today: Handlers['fetch-today'] = async ({ timezone }, { user: { agencyId }, tx, now }) => {
  const date = instantToLocal(now, timezone).slice(0, 10);
  const starts = startsOfDays([dateAfter(date, -1), date], timezone);
  const counts = new Map(
    (await countDays(tx, { agencyId, clientId: null, starts })).map((row) => [row.day, present(row)]),
  );
  const toCome = await listEvents(tx, {
    agencyId,
    clientId: null,
    starts: [now, ...starts.slice(2)],
    perDay: mostToCome,
    now,
  });
  return {
    message: '',
    data: {
      date,
      today: counts.get(2) ?? nothing,
      yesterday: counts.get(1) ?? nothing,
      to_come: toCome
        .filter(({ state }) => state === 'scheduled')
        .map(({ id, schedule_id, due_at, client_id, client_name, ...item }) => ({
          id,
          schedule_id,
          client_id,
          at: due_at.toISOString(),
          client: client_name,
          title: titleOf(item),
        })),
    },
  };
};
