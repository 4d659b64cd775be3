/** Opens a restored installation held: nothing goes out, nobody is signed in, and deletions since then are repeated. */

import { deleteLiveJobs } from '#db/jobs.ts';
import type { Tx } from '#db/database.ts';
import { jobs } from '../../base/jobs.ts';
import type { ChangeEntry, Journal } from '../../base/journal/index.ts';
import { deleteAccountRow, deleteAllTickets } from '../../people/accounts/index.ts';
import { endEverybodysAccess } from '../../people/auth/index.ts';
import { endAllLinks } from '../../people/connect-links/index.ts';
import { endReportDownloads } from '../../insights/reports/index.ts';
import { cancelForAccount, type Held, holdAfterRestore, loseReplacedTokens, runIn } from '../../publishing/index.ts';
import { endAllDownloads, repeatDeletion } from '../account-data/index.ts';

/** What the opening did, in numbers, for the operator. */
export type OpenedHeld = Held & {
  agenciesDeleted: number;
  accountsDeleted: number;
  accountsToReconnect: number;
  sessionsEnded: number;
  mailsDropped: number;
};

/**
 * The last step of loading a backup that was taken at `takenAt`, in the loading transaction, which sees all agencies.
 * `journal` is this installation's; without its entries everything that was due becomes a question.
 */
export async function openHeld(
  tx: Tx,
  { takenAt, journal, now = new Date() }: { takenAt: Date; journal: Journal; now?: Date },
): Promise<OpenedHeld> {
  const attempts = (await journal.attemptsSince(takenAt)).filter(({ at }) => at >= takenAt);
  const changes = (await journal.changesSince(takenAt)).filter(({ at }) => at >= takenAt);
  const replaced = changes.filter((change) => change.kind === 'tokens-replaced');
  const accountsToReconnect = await loseReplacedTokens(runIn(tx), replaced);
  const held = await holdAfterRestore(tx, { takenAt, attempts, now });
  const deleted = await repeatDeletions(tx, { changes, now });
  const sessionsEnded = await endEverybodysAccess(tx);
  await endAllLinks(tx, now);
  await deleteAllTickets(tx);
  await endAllDownloads(tx);
  await endReportDownloads(tx);
  // Most of them were sent moments after the backup was taken, and their links have ended.
  const mailsDropped = await deleteLiveJobs(tx, jobs.sendMail.name);
  return { ...held, ...deleted, accountsToReconnect, sessionsEnded, mailsDropped };
}

async function repeatDeletions(
  tx: Tx,
  { changes, now }: { changes: readonly ChangeEntry[]; now: Date },
): Promise<{ agenciesDeleted: number; accountsDeleted: number }> {
  let agenciesDeleted = 0;
  const accounts = new Map<string, string>();
  for (const change of changes) {
    if (change.kind === 'agency-deleted' && (await repeatDeletion(tx, { agencyId: change.agency, now })))
      agenciesDeleted += 1;
    if (change.kind === 'account-deleted') accounts.set(change.account, change.agency);
  }
  for (const [id, agencyId] of accounts) {
    await deleteAccountRow(tx, { agencyId, id, now });
    await cancelForAccount(tx, { agencyId, accountId: id, now });
  }
  return { agenciesDeleted, accountsDeleted: accounts.size };
}
