import type { Tx } from '#db/database.ts';
import { deleteAccountsOfUser } from '../../people/accounts/index.ts';
import { deleteLoginLinks, deleteSessionsOf } from '../../people/auth/index.ts';
import { deletePersonRow } from '../../people/users/index.ts';
import { cancelForClient, deleteSchedulesOfClient, lockSchedulesOfClient } from '../../publishing/index.ts';
import { listPeople } from './queries.ts';

/**
 * Closes an agency: nobody can sign in, its accounts' credentials are deleted, and no post waits any longer. Published
 * posts stay on record. The order is that of deleting a client, for the same reasons.
 */
export async function closeAgency(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<void> {
  for (const id of await listPeople(tx, agencyId)) {
    await deletePersonRow(tx, { agencyId, id, now });
    await lockSchedulesOfClient(tx, { agencyId, clientId: id });
    await deleteAccountsOfUser(tx, { agencyId, userId: id, now });
    await deleteSchedulesOfClient(tx, { agencyId, clientId: id, now });
    await cancelForClient(tx, { agencyId, clientId: id, now });
    await deleteSessionsOf(tx, { userId: id, exceptId: null });
    await deleteLoginLinks(tx, { userId: id });
  }
}
