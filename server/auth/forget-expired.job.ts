import { deleteOldTickets } from '../accounts/ticket-queries.ts';
import { takeOverFreeEmails } from '../clients/queries.ts';
import { deleteOldLinks } from '../connect-links/queries.ts';
import type { JobMaker } from '../jobs.ts';
import { deleteUnfinished } from './factor-queries.ts';
import { deleteOldTries } from './limits.ts';
import { deleteOldPlaces } from './place-queries.ts';
import { deleteExpired } from './queries.ts';

/** Clears away, once a day, what opens nothing and limits nothing any more. */
export const forgetExpired: JobMaker = ({ db, clock }) => async () => {
  await db.asSystem(async (tx) => {
    await deleteOldTries(tx, clock());
    await deleteExpired(tx, clock());
    await deleteOldTickets(tx, clock());
    await deleteOldLinks(tx, clock());
    await deleteUnfinished(tx, clock());
    await deleteOldPlaces(tx, clock());
    await takeOverFreeEmails(tx);
  });
};
