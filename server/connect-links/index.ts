/** What other features may use of connect-links. */
export { deleteOldLinks, endLinksOfClient, forgetUnsentToken, giveToken } from './queries.ts';
