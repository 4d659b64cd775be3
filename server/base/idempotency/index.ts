/** Answers of changing calls, kept by the key of their press and given again to a repeated request. */
export { type Held, type Press, type PressInput, isLockTimeout, isReply, openPress, stillRunning } from './press.ts';
export { heldIn, oldKeys, type ClaimedRow } from './queries.ts';
