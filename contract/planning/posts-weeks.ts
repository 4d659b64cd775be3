/** What clients get this week, for the list of clients. */
import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { date, id, instant, timezone } from '../base/fields.ts';

const clientWeek = z.object({
  client_id: z.string(),
  /** Its next post that goes out by itself; null if nothing is planned. */
  next: z
    .object({
      occurrence_id: z.string(),
      /** Its title or first words, 'Picture' or 'Video'. */
      title: z.string(),
      thumbnail: z.string().nullable(),
      due_at: instant,
    })
    .nullable(),
  /** Its posts by day, Monday first: those that are out, and all but the cancelled ones. */
  days: z.array(z.object({ posted: z.number().int(), posts: z.number().int() })),
  /** Its networks; `broken`: an account needs reconnecting. */
  networks: z.array(z.object({ type: z.enum(networkIds), broken: z.boolean() })),
  sent_back: z.number().int(),
});
/** What one client gets in a week. */
export type ClientWeek = z.output<typeof clientWeek>;

/** The week that begins on a Monday, in a zone, of some clients. */
export const fetchClientWeeks = call('fetch-client-weeks', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts', 'approvals', 'library'],
  input: z.object({ client_ids: z.array(id).min(1).max(200), week: date, timezone }),
  data: z.array(clientWeek),
});
