/** Plans rounds, publishes deliveries, and applies people's decisions about them. */
export type { Clock } from './engine/clock.ts';
export type { FitMedia } from './engine/content.ts';
export type { EngineOptions } from './engine/engine.ts';
export type { PostEnd } from './engine/post-end.ts';
export { type Publisher, startPublisher } from './engine/loop.ts';
export type { Renewals } from './engine/credentials.ts';
export { type MovedOccurrence, planLate } from './approval/approval.ts';
export { askAboutItem, beginApproval, endApproval } from './approval/changes.ts';
export { approveLocked, askLocked, lockPosts, sendBackLocked, withdrawLocked } from './approval/decisions.ts';
export {
  type LockedApproval,
  findApprovals,
  findScheduleClient,
  insertEvents,
  keptBack,
  listWaitingOf,
  stoppable,
} from './approval/rows.ts';
export {
  cancelForAccount,
  cancelForClient,
  cancelForItems,
  cancelForOccurrence,
  cancelForSchedule,
  cancelForStream,
  countStoppedForItems,
} from './actions/cancel.ts';
export { restoreForItems } from './actions/restore-items.ts';
export { publishFailedAgain, resolveDelivery } from './actions/decide.ts';
export { isAway } from './database-away.ts';
export { oldHistory } from './engine/old-history.ts';
export { failAhead } from './actions/fail-ahead.ts';
export { moveSchedule } from './actions/move.ts';
export { moveOccurrence } from './actions/move-one.ts';
export { takeOutPost } from './actions/take-out.ts';
export { undoScheduleMove } from './actions/undo-move.ts';
export { type PauseTarget, pausePublishing, stopProcessing } from './actions/pause.ts';
export { releaseWaiting } from './actions/reconnect.ts';
export { type PiledUp, type ResumePlan, planResume } from './actions/resume-plan.ts';
export { resumePublishing } from './actions/resume.ts';
export { restoreAgency, suspendAgency } from './actions/suspend.ts';
export { listPostsOut, type OpenPost, lockOpenPosts, rewordDeliveries, standOn } from './actions/reword.ts';
export { deleteSchedulesOfClient, stopSchedulesOfStream } from './actions/schedules.ts';
export { holdPausedOf } from './plan/holds.ts';
export { lockSchedulesOfAccount, lockSchedulesOfClient, lockSchedulesOfStreams } from './plan/locks.ts';
export { fetchLedger } from './plan/ledger.ts';
export {
  compareWithJournal,
  countUnseen,
  findHold,
  type Held,
  holdAfterRestore,
  listMissingSchedules,
  listUnseenOf,
  loseReplacedTokens,
  noteChanges,
  releaseHold,
} from './recovery/index.ts';
export { runIn } from './statements.ts';
export { replanOutdated } from './plan/replan.ts';
export { isNotFinal, isOfRounds, isUndecided, isUnsent } from './fragments.ts';
export { goOnWithRounds, insertRound } from './plan/rounds.ts';
