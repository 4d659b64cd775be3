/** Links by which clients connect their accounts without logging in. */
export { deleteOldLinks, endLinksOfClient, forgetUnsentToken, giveToken } from './queries.ts';
export { writeConnectLinkMail } from './mails.ts';
