/** Keeps a database that has lost commits, by a restore or a failover, from posting again. */
export { listMissingSchedules, noteChanges } from './changes.ts';
export { compareWithJournal } from './compare.ts';
export { countUnseen, findHold, type Held, holdAfterRestore, listUnseenOf, releaseHold } from './hold.ts';
export { loseReplacedTokens } from './tokens.ts';
