/** The public face of mail. */
export { addedElsewhereLetter, confirmEmailLetter, emailTakenLetter } from './account-letters.ts';
export { type PostInLetter, approvalLetter, heldLetter } from './approval-letters.ts';
export { connectLinkLetter } from './connect-letters.ts';
export { deletedLetter, exportReadyLetter } from './data-letters.ts';
export { certificateLetter, dnsStepsLetter, domainLateLetter, domainReleasedLetter } from './domain-letters.ts';
export {
  type EndingInLetter,
  credentialsLetter,
  endingLetter,
  handOverLetter,
  reconnectLetter,
  resetLetter,
} from './letters.ts';
export { withdrawnLetter } from './licence-letters.ts';
export {
  confirmPaymentLetter,
  paymentFailedLetter,
  resumedLetter,
  sellerGoneLetter,
  stripeTroubleLetter,
  suspendedLetter,
} from './membership-letters.ts';
export { ticketAnswerLetter, ticketLetter } from './ticket-letters.ts';
export { keywordLetter, type NewFind } from './keyword-letters.ts';
export { reportLetter } from './report-letters.ts';
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
