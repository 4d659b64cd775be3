import { deleteOldTickets } from '../../people/accounts/index.ts';
import { takeOverFreeEmails } from '../../people/users/index.ts';
import { deleteOldLinks } from '../../people/connect-links/index.ts';
import { jobs } from '../../base/jobs.ts';
import { deleteUnfinished, deleteOldAddresses, deleteExpired } from '../../people/auth/index.ts';
import { deleteOldPages } from '../../content/stock/index.ts';
import { deleteOldKeys } from '../../base/idempotency/index.ts';
import { deleteOldTries } from '../../base/limits/index.ts';

/** Deletes, once a day, expired sessions, links, tickets, limits and kept answers. */
export const forgetExpired = jobs.forgetExpired.handledBy(({ db, clock }) => async () => {
  await db.asSystem(async (tx) => {
    await deleteOldTries(tx, clock());
    await deleteOldKeys(tx, clock());
    await deleteExpired(tx, clock());
    await deleteOldTickets(tx, clock());
    await deleteOldLinks(tx, clock());
    await deleteUnfinished(tx, clock());
    await deleteOldAddresses(tx, clock());
    await deleteOldPages(tx, clock());
    await takeOverFreeEmails(tx);
  });
});
