/** An installation restored from a backup: it opens held, and the operator releases it. */
export { describeHold, endHold } from './commands.ts';
export { type OpenedHeld, openHeld } from './open-held.ts';
