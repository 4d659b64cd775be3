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
  emailByUser,
  forgetTries,
  helpByAddress,
  loginByAddress,
  loginByEmail,
  oldTries,
  resetByAddress,
  resetByEmail,
  returnTry,
  secondsToWait,
  takeTry,
} from './limits.ts';
