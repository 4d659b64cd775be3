/** Signing in: sessions, passwords, links and the second factor. */
export { findEmailElsewhere, insertEmailLink, isEmailTaken } from './email-queries.ts';
export { confirmPassword } from './confirm-password.ts';
export { deleteFactor, deleteUnfinished, hasSecondFactor } from './factor-queries.ts';
export { deleteOldAddresses } from './known-address-queries.ts';
export { deleteExpired, deleteSessionsOf, enterSession, readAsSession } from './queries.ts';
export { deleteLoginLinks, insertLoginLink } from './link-queries.ts';
export { findByEmail, findPerson, lockPerson } from './person-queries.ts';
export {
  deleteAllLinkSessions,
  deleteLinkSessions,
  endAllAccess,
  hasRunOut,
  insertLinkSession,
  isByAgencyPassword,
  isSessionOf,
} from './session-queries.ts';
