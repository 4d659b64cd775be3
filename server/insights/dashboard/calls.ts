import { totalEarnedCents } from '#rules/earning.ts';
import { outside, type Handlers } from '../../base/handlers.ts';
import { needsYou } from './needs-you.ts';
import { nextDays } from './next-days.ts';
import { createdContent } from './created.ts';
import { countContent, listEarnings, readOwn } from './queries.ts';
import { removeSampleData } from './remove-sample.ts';
import { today } from './today.ts';

/** The handlers of the calls in contract/insights/dashboard.ts, one for each part of the dashboard. */
export const dashboardCalls = {
  'fetch-dashboard': async (_input, { user: { agencyId }, tx, now }) => {
    const clients = await listEarnings(tx, agencyId);
    const { streams, accounts, scheduled } = await countContent(tx, agencyId);
    const earned = totalEarnedCents(
      clients.map((client) => ({
        earningCents: Number(client.earning_cents),
        frequency: client.frequency,
        since: client.created_at,
      })),
      now,
    );
    return {
      message: '',
      data: {
        clients: clients.length,
        accounts,
        content_streams: streams,
        content_scheduled: scheduled,
        own: await readOwn(tx, agencyId),
        total_earned: earned / 100,
        ...(await createdContent(tx, agencyId)),
      },
    };
  },
  'fetch-today': today,
  'fetch-needs-you': needsYou,
  'fetch-next-days': nextDays,
  'remove-sample-data': outside((_input, context) => removeSampleData(context)),
} satisfies Partial<Handlers>;
