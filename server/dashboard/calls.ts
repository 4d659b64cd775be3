import type { Dashboard } from '#contract/dashboard.ts';
import { infinity } from '#db/values.ts';
import { buttonsFor } from '#rules/delivery-buttons.ts';
import { totalEarnedCents } from '#rules/earning.ts';
import { instantToLocal } from '#rules/planning.ts';
import { titleOf } from '#rules/titles.ts';
import { dateAfter, startsOfDays } from '../days.ts';
import { outside, type Handlers } from '../handlers.ts';
import { countDays } from '../schedules/calendar-queries.ts';
import { countByClient, countContent, listAttention, listEarnings, type AttentionRow } from './queries.ts';
import { removeSampleData } from './remove-sample.ts';

const daysShown = 7;
const failedDays = 7;
const mostNeeds = 50;

const presentNeed = ({ description, description_format, at, next_at, ...row }: AttentionRow): Dashboard['needs_you'][number] => ({
  ...row,
  item_id: null,
  actions: row.kind === 'account' || row.kind === 'ending' ? [] : buttonsFor({ state: row.kind === 'by-hand' ? 'waiting' : row.kind, nextAt: next_at >= infinity.future ? null : next_at }),
  title: titleOf({ title: row.title, description, description_format }),
  at: at.toISOString(),
});

/** Handlers of the dashboard. Source: specification 2, §2; decisions.md, "Dashboard"; ui.md, "Layout". */
export const dashboardCalls: Pick<Handlers, 'fetch-dashboard' | 'remove-sample-data'> = {
  'fetch-dashboard': async (input, { user, tx, now }) => {
    const { agencyId } = user;
    const today = instantToLocal(now, input.timezone).slice(0, 10);
    const dates = Array.from({ length: daysShown }, (_, index) => dateAfter(today, index));
    const starts = startsOfDays(dates, input.timezone);

    const clients = await listEarnings(tx, agencyId);
    const content = await countContent(tx, agencyId);
    const [ofToday] = await countDays(tx, { agencyId, clientId: null, starts: starts.slice(0, 2) });
    const { total = 0, posted = 0, failed = 0, uncertain = 0 } = ofToday ?? {};
    const counts = new Map((await countByClient(tx, { agencyId, starts })).map((row) => [`${row.client_id}.${row.day}`, row.total]));
    const needs = await listAttention(tx, { agencyId, since: new Date(now.getTime() - failedDays * 86_400_000), now, limit: mostNeeds });
    const earned = totalEarnedCents(
      clients.map((client) => ({ earningCents: Number(client.earning_cents), frequency: client.frequency, since: client.created_at })),
      now,
    );
    return {
      message: '',
      data: {
        clients: clients.length,
        content_streams: content.streams,
        content_scheduled: content.scheduled,
        content_created: 0, // finished videos and images, which nothing makes yet
        total_earned: earned / 100,
        today: { posted, waiting: total - posted - failed - uncertain, failed, uncertain },
        needs_you: needs.map(presentNeed),
        next_days: {
          dates,
          clients: clients.map(({ id, name }) => ({ id, name, counts: dates.map((_, index) => counts.get(`${id}.${index + 1}`) ?? 0) })),
        },
      },
    };
  },

  'remove-sample-data': outside((_input, context) => removeSampleData(context)),
};
