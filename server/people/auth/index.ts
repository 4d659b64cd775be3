/** Signing in: sessions, passwords, links and the second factor. */
export { authCalls } from './calls.ts';
export { emailCalls } from './email.ts';
export { profileCalls } from './profile.ts';
export { secondFactorCalls } from './second-factor.ts';
export { sessionCalls } from './sessions.ts';
export { findEmailElsewhere, insertEmailLink, isEmailTaken } from './email-queries.ts';
export { confirmPassword } from './confirm-password.ts';
export { deleteFactor, hasSecondFactor, unfinishedFactors } from './factor-queries.ts';
export { oldAddresses } from './known-address-queries.ts';
export { deleteSessionsOf, enterSession, oldLoginLinks, oldSessions, readAsSession } from './queries.ts';
export { deleteLoginLinks, insertLoginLink } from './link-queries.ts';
export { findByEmail, findPerson, lockPerson } from './person-queries.ts';
export {
  deleteAllLinkSessions,
  deleteLinkSessions,
  endAllAccess,
  endEverybodysAccess,
  hasRunOut,
  insertLinkSession,
  isByAgencyPassword,
  isSessionOf,
} from './session-queries.ts';
