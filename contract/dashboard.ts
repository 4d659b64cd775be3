import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { call } from './call.ts';
import { noData, nothing, timezone } from './fields.ts';
import { decision } from './schedules.ts';

/** One delivery that waits for a person, with what is known in plain words; or a post that its client sent back or has not approved in time. */
const needsYou = z.object({
  kind: z.enum(['account', 'ending', 'by-hand', 'uncertain', 'failed', 'missed', 'sent-back', 'not-approved']),
  /** The scheduled item, for what its client has to say about; null for the other kinds. */
  item_id: z.string().nullable(),
  delivery_id: z.string().nullable(),
  account_id: z.string().nullable(),
  schedule_id: z.string().nullable(),
  client_id: z.string(),
  client: z.string(),
  network: z.enum(networkIds),
  /** The account's name at its network. */
  username: z.string(),
  title: z.string(),
  message: z.string(),
  at: z.string(),
  /** What the person may choose here. */
  actions: z.array(decision),
});

/** The five counters (specification 2, §2 Dashboard) and the three strips (ui.md): today, needs you, next 7 days per client. */
export const fetchDashboard = call('fetch-dashboard', {
  who: 'schedule',
  input: z.object({ timezone }),
  data: z.object({
    clients: z.number().int(),
    content_streams: z.number().int(),
    content_scheduled: z.number().int(),
    content_created: z.number().int(),
    /** Dollars. */
    total_earned: z.number(),
    today: z.object({ posted: z.number().int(), waiting: z.number().int(), failed: z.number().int(), uncertain: z.number().int() }),
    needs_you: z.array(needsYou),
    next_days: z.object({
      dates: z.array(z.string()),
      clients: z.array(z.object({ id: z.string(), name: z.string(), counts: z.array(z.number().int()) })),
    }),
  }),
});
export type Dashboard = z.output<typeof fetchDashboard.data>;

/** Deletes everything marked as sample data, schedules included; nothing else. */
export const removeSampleData = call('remove-sample-data', { who: 'sampleData', input: nothing, data: noData });
