/** Mails: their texts, the queue that sends them, and its limits. */
export { writeAddedElsewhereMail, writeConfirmEmailMail, writeEmailTakenMail } from './account-mails.ts';
export {
  type EndingInMail,
  type MailContent,
  composeMail,
  writeCredentialsMail,
  writeEndingMail,
  writeHandOverMail,
  writeReconnectMail,
  writeResetMail,
} from './mails.ts';
export { countInvitation, countMail, uncountMail } from './limits.ts';
export { type Mail, postMail } from './post-mail.ts';
export {
  addedMail,
  changeEmailMail,
  connectLinkMail,
  credentialsMail,
  emailChangeNotice,
  emailChangedMail,
  enqueueMail,
  factorMail,
  findLostAccount,
  passwordChangedMail,
  passwordSetMail,
  reconnectMail,
  recoveryCodeMail,
  resetMail,
} from './queries.ts';
