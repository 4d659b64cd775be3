import { z } from 'zod';
import { activityDoers, activityKinds } from '#rules/activity.ts';
import { call } from './call.ts';
import { date, id, instant, nothing, page, timezone } from './fields.ts';

const filter = {
  /** Whose days `from` and `to` are, both included. */
  timezone,
  from: date.optional(),
  to: date.optional(),
  kind: z.enum(activityKinds, 'Please choose a kind from the list').optional(),
  /** What this person did; for what no person of the agency did, `doer`. */
  person_id: id.optional(),
  doer: z.enum(activityDoers, 'Please choose somebody from the list').optional(),
};

/** One action: who, what in plain words, when, and from where ('' where that is unknown). */
const entry = z.object({
  id: z.string(),
  at: instant,
  who: z.string(),
  /** Whose session it was done in, where an operator was signed in for somebody. */
  on_behalf_of: z.string().nullable(),
  kind: z.enum(activityKinds),
  what: z.string(),
  from: z.string(),
});
export type ActivityEntry = z.output<typeof entry>;

/** What was done in the agency, the latest first. */
export const fetchActivity = call('fetch-activity', {
  who: 'activity',
  shows: ['activity'],
  input: z.object({ ...filter, cursor: z.string().max(200).optional() }),
  data: page(entry),
});

/** The people of whom something is recorded, also those who are gone, at most 500. */
export const fetchActivityPeople = call('fetch-activity-people', {
  who: 'activity',
  shows: ['activity'],
  input: nothing,
  data: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(['owner', 'client', 'member']) })),
});

/** The same as CSV, 20,000 lines at most. */
export const exportActivity = call('export-activity', {
  who: 'activity',
  shows: ['activity'],
  input: z.object(filter),
  data: z.object({ file_name: z.string(), csv: z.string() }),
});
