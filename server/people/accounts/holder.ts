import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { isProcessingStopped } from '../agency/index.ts';
import { findAccountHolder } from '../users/index.ts';
import { UserError, type SignedIn } from '../../base/handlers.ts';
import { stoppedFor } from './queries.ts';
import { onlyOwn } from '../../base/lib/scope.ts';

/**
 * Throws a 404 unless this person may connect accounts for `holderId`: a client account for itself, the agency for
 * itself and its clients. Throws a 409 if the owner has stopped the processing of all data, since connecting contacts
 * networks.
 */
export async function refuseOthers(tx: Tx, user: SignedIn, holderId: string): Promise<void> {
  const own = onlyOwn(user);
  const holder =
    own !== null && own !== holderId
      ? undefined
      : await findAccountHolder(tx, { agencyId: user.agencyId, id: holderId });
  if (holder === undefined) throw new UserError(messages.notFound, { status: 404 });
  if (await isProcessingStopped(tx, user.agencyId)) throw new UserError(stoppedFor(user));
}
