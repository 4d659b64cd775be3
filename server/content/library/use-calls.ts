import { messages } from '#contract/messages.ts';
import type { Input } from '#contract/index.ts';
import type { Uses } from '#contract/content/library-uses.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { onlyOwn } from '../../base/lib/scope.ts';
import {
  usesOfAccount,
  usesOfClient,
  usesOfItem,
  usesOfSchedule,
  usesOfScheduledItem,
  usesOfStream,
} from './use-queries.ts';

/** The uses of an object, shown before it is changed or deleted. */
export const useCalls = {
  'fetch-uses': async ({ of, id }, { user, tx }) => {
    const own = onlyOwn(user);
    const uses =
      own === null || of === 'account'
        ? await usesOf(tx, { of, key: { agencyId: user.agencyId, id, userId: own } })
        : null;
    if (uses === null) throw new UserError(messages.notFound, { status: 404 });
    return { message: '', data: uses };
  },
} satisfies Partial<Handlers>;

function usesOf(
  tx: Tx,
  { of, key }: { of: Input<'fetch-uses'>['of']; key: Parameters<typeof usesOfAccount>[1] },
): Promise<Uses | null> {
  switch (of) {
    case 'stream':
      return usesOfStream(tx, key);
    case 'stream-item':
      return usesOfItem(tx, key);
    case 'schedule':
      return usesOfSchedule(tx, key);
    case 'scheduled-item':
      return usesOfScheduledItem(tx, key);
    case 'client':
      return usesOfClient(tx, key);
    case 'account':
      return usesOfAccount(tx, key);
    default:
      return of satisfies never;
  }
}
