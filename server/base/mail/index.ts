/** The public face of mail. */
export { writeAddedElsewhereMail, writeConfirmEmailMail, writeEmailTakenMail } from './account-mails.ts';
export { type PostInMail, writeApprovalMail, writeHeldMail } from './approval-mails.ts';
export { writeConnectLinkMail } from './connect-mails.ts';
export { writeDeletedMail, writeExportReadyMail } from './data-mails.ts';
export {
  writeCertificateMail,
  writeDnsStepsMail,
  writeDomainLateMail,
  writeDomainReleasedMail,
} from './domain-mails.ts';
export {
  type EndingInMail,
  writeCredentialsMail,
  writeEndingMail,
  writeHandOverMail,
  writeReconnectMail,
  writeResetMail,
} from './mails.ts';
export { writeWithdrawnMail } from './licence-mails.ts';
export {
  writeConfirmPaymentMail,
  writePaymentFailedMail,
  writeResumedMail,
  writeSellerGoneMail,
  writeStripeTroubleMail,
  writeSuspendedMail,
} from './membership-mails.ts';
export { writeTicketAnswerMail, writeTicketMail } from './ticket-mails.ts';
export { writeKeywordMail, type NewFind } from './keyword-mails.ts';
export { writeReportMail } from './report-mails.ts';
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
