/** The inbox: what a person was notified of. */
import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { notificationKinds } from '#rules/inbox.ts';
import { call } from '../base/call.ts';
import { id, instant, nearInstant, noData } from '../base/fields.ts';

/** The events of one kind, about one client, in one hour. */
const entry = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  /** How many events it stands for. */
  count: z.number().int(),
  /** They are about more than one post, account, stream, video or month. */
  various: z.boolean(),
  /** The latest post (its occurrence), account, schedule or video, or 'YYYY-MM'; null if it is gone. */
  subject: z.string().nullable(),
  /** The latest subject's name, '' if it is gone or has none. */
  name: z.string(),
  network: z.enum(networkIds).nullable(),
  /** Null for what is about no client, or about a deleted one. */
  client: z.object({ id: z.string(), name: z.string() }).nullable(),
  first_at: instant,
  at: instant,
  read: z.boolean(),
});
export type InboxEntry = z.output<typeof entry>;

/** The person's notifications of the last 90 days, newest first, 25 a page. `unread` counts all, at most 100. */
export const fetchInbox = call('fetch-inbox', {
  who: 'signedIn',
  shows: ['inbox', 'clients', 'streams', 'schedules', 'posts', 'approvals', 'accounts', 'videos', 'reports'],
  input: z.object({
    client_id: id.optional(),
    unread: z.boolean().optional(),
    cursor: z.string().max(60).optional(),
  }),
  data: z.object({ items: z.array(entry), next: z.string().nullable(), unread: z.number().int() }),
});

/** Marks one entry, or all, as read. What happened after `until` stays unread: the person has not seen it. */
export const markRead = call('mark-read', {
  who: 'signedIn',
  changes: ['inbox'],
  input: z.object({ id: id.optional(), until: nearInstant }),
  data: noData,
});
