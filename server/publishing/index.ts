/** The public face of publishing. */
export type { Clock } from './engine/clock.ts';
export type { FitMedia } from './engine/content.ts';
export type { EngineOptions } from './engine/engine.ts';
export { type Publisher, startPublisher } from './engine/loop.ts';
export type { Renewals } from './engine/credentials.ts';
export { type MovedOccurrence, planLate } from './person/approval.ts';
export { askAboutItem, beginApproval, endApproval } from './person/approval-changes.ts';
export { approveLocked, askLocked, lockPosts, sendBackLocked, withdrawLocked } from './person/approval-decisions.ts';
export {
  type LockedApproval,
  findApprovals,
  findScheduleClient,
  insertEvents,
  keptBack,
  listWaitingOf,
  stoppable,
} from './person/approval-rows.ts';
export {
  cancelForAccount,
  cancelForClient,
  cancelForItems,
  cancelForOccurrence,
  cancelForSchedule,
  cancelForStream,
  countStoppedForItems,
} from './person/cancel.ts';
export { bringBackForItems } from './person/bring-back.ts';
export { publishFailedAgain, resolveDelivery } from './person/decide.ts';
export { failAhead } from './person/fail-ahead.ts';
export { moveSchedule } from './person/move.ts';
export { moveOccurrence } from './person/move-one.ts';
export { putBackSchedule } from './person/put-back.ts';
export { type PauseTarget, pausePublishing, stopProcessing } from './person/pause.ts';
export { releaseWaiting } from './person/reconnect.ts';
export { type PiledUp, type ResumePlan, planResume } from './person/resume-plan.ts';
export { resumePublishing } from './person/resume.ts';
export { restoreAgency, suspendAgency } from './person/suspend.ts';
export { listPostsOut, type OpenPost, lockOpenPosts, rewordDeliveries, standOn } from './person/reword.ts';
export { deleteSchedulesOfClient, stopSchedulesOfStream } from './person/schedules.ts';
export { holdPausedOf } from './plan/holds.ts';
export { fetchLedger } from './plan/ledger.ts';
export { replanOutdated } from './plan/replan.ts';
export { isNotFinal, isOfRounds, isUndecided, isUnsent } from './fragments.ts';
export { goOnWithRounds, insertRound } from './plan/rounds.ts';
