/** Limits of tries and requests that hold across all processes. */
export { countTries } from './count-tries.ts';
export {
  type GrowingLimit,
  type Limit,
  codesFromKnownAddresses,
  codesInARow,
  codesFromUnknownAddresses,
  codesSignedIn,
  confirmByUser,
  deleteOldTries,
  emailByUser,
  forgetTries,
  helpByAddress,
  loginByAddress,
  loginByEmail,
  resetByAddress,
  resetByEmail,
  returnTry,
  secondsToWait,
  takeTry,
} from './limits.ts';
