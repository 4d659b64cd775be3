/** The public face of connect-links. */
export { deleteOldLinks, endLinksOfClient, forgetUnsentToken, giveToken } from './queries.ts';
export { writeConnectLinkMail } from './mails.ts';
