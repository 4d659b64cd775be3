/** Links by which clients connect their accounts without logging in. */
export { connectLinkCalls } from './calls.ts';
export { endAllLinks, endLinksOfClient, forgetUnsentToken, giveToken, oldLinks } from './queries.ts';
export { writeConnectLinkMail } from './mails.ts';
