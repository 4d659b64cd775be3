import { z } from 'zod';
import { call } from './call.ts';
import { id } from './fields.ts';

/** What can be asked about before it is changed or deleted. */
export const usedThings = ['stream', 'stream-item', 'schedule', 'scheduled-item', 'client', 'account'] as const;

/**
 * What hangs on a thing: how much is in it (items of a stream, accounts of a client, of a schedule or of a scheduled
 * item), in how many running schedules it is, and how many posts of it wait to go out. What does not belong to its kind
 * is 0.
 */
export const uses = z.object({
  items: z.number().int(),
  accounts: z.number().int(),
  schedules: z.number().int(),
  waiting: z.number().int(),
  /** Of those waiting, the ones that kept the words an item had before an edit. */
  kept: z.number().int(),
});
export type Uses = z.output<typeof uses>;

/** What hangs on a thing. A client account may ask about accounts of its own, and about nothing else. */
export const fetchUses = call('fetch-uses', {
  who: 'manageAccounts',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts'],
  input: z.object({ of: z.enum(usedThings), id }),
  data: uses,
});
