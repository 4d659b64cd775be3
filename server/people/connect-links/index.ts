/** Links by which clients connect their accounts without logging in. */
export { connectLinkCalls } from './calls.ts';
export { deleteOldLinks, endAllLinks, endLinksOfClient, forgetUnsentToken, giveToken } from './queries.ts';
export { writeConnectLinkMail } from './mails.ts';
