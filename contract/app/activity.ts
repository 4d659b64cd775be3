import { z } from 'zod';
import { activityDoers, activityKinds } from '#rules/activity.ts';
import { call } from '../base/call.ts';
import { date, id, instant, listInput, nothing, page, timezone } from '../base/fields.ts';

const filter = {
  /** The zone of the days `from` and `to`, both included. */
  timezone,
  from: date.optional(),
  to: date.optional(),
  kind: z.enum(activityKinds, 'Please choose a kind from the list').optional(),
  /** Only actions of this person; `doer` selects those of actors outside the agency. */
  person_id: id.optional(),
  doer: z.enum(activityDoers, 'Please choose somebody from the list').optional(),
  /** Words in the actions, the people or their objects; each must match. */
  search: listInput.search,
};

/** One action: who, what in plain words, when, and from where ('' if unknown). */
const entry = z.object({
  id: z.string(),
  at: instant,
  who: z.string(),
  /** The person in whose session an operator acted. */
  on_behalf_of: z.string().nullable(),
  kind: z.enum(activityKinds),
  what: z.string(),
  from: z.string(),
});
export type ActivityEntry = z.output<typeof entry>;

/** The actions in the agency, latest first. */
export const fetchActivity = call('fetch-activity', {
  who: 'activity',
  shows: ['activity'],
  input: z.object({ ...filter, cursor: z.string().max(200).optional() }),
  data: page(entry),
});

/** The people with recorded actions, also those who have left, at most 500. */
export const fetchActivityPeople = call('fetch-activity-people', {
  who: 'activity',
  shows: ['activity'],
  input: nothing,
  data: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(['owner', 'client', 'member']) })),
});

/** The actions as CSV, at most 20,000 lines. */
export const exportActivity = call('export-activity', {
  who: 'activity',
  shows: ['activity'],
  input: z.object(filter),
  data: z.object({ file_name: z.string(), csv: z.string() }),
});
