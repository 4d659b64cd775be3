import { z } from 'zod';
import { call } from '../base/call.ts';
import { id } from '../base/fields.ts';

/** The kinds of things whose uses can be listed before they are changed or deleted. */
export const usedThings = ['stream', 'stream-item', 'schedule', 'scheduled-item', 'client', 'account'] as const;

/**
 * The uses of a thing: how much is in it (items of a stream, accounts of a client, of a schedule or of a scheduled
 * item), the number of running schedules it is in, and the number of its waiting posts. Figures that its kind lacks are
 * 0.
 */
export const uses = z.object({
  items: z.number().int(),
  accounts: z.number().int(),
  schedules: z.number().int(),
  waiting: z.number().int(),
  /** The waiting posts that kept the text from before an edit. */
  kept: z.number().int(),
});
export type Uses = z.output<typeof uses>;

/** The uses of a thing. A client account may only name its own accounts. */
export const fetchUses = call('fetch-uses', {
  who: 'manageAccounts',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts'],
  input: z.object({ of: z.enum(usedThings), id }),
  data: uses,
});
