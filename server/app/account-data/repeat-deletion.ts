import type { Tx } from '#db/database.ts';
import { deleteTicketsOf } from '../../people/accounts/index.ts';
import { markDeleting } from '../../people/agency/index.ts';
import { endAllAccess } from '../../people/auth/index.ts';
import { deleteEverybody } from '../../people/users/index.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { enterStep, insertDeletion } from './deletion-queries.ts';

/**
 * Deletes an agency again that a restored backup has brought back: its rows and files. Its networks were left and its
 * owner was mailed at the first time. False if the agency is not there, or is being deleted.
 */
export async function repeatDeletion(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<boolean> {
  const isThere = await markDeleting(tx, { agencyId, now });
  const deletion = isThere
    ? await insertDeletion(tx, { agencyId, tokenHash: newToken().hash, lastMail: '', now })
    : undefined;
  if (deletion === undefined) return false;
  await enterStep(tx, { id: deletion.id, from: 'publishing', to: 'rows' });
  await deleteTicketsOf(tx, agencyId);
  await deleteEverybody(tx, { agencyId, now });
  await endAllAccess(tx, agencyId);
  await enqueueJob(tx, jobs.deleteAgency, { deletionId: deletion.id }, { singletonKey: deletion.id });
  return true;
}
