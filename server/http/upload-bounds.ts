/** Limits that keep one agency's uploads from slowing down everybody else's. */
import { openGate, type Gate } from '../media/index.ts';
import { intakeBytesPerSecond, openIntake, type Intake } from './intake.ts';
import { openUnderWay, uploadsUnderWay, type UnderWay, type UnderWayLimits } from './under-way.ts';

/** Other bounds than the usual ones, for tests. */
export type UploadLimits = { underWay?: UnderWayLimits; intakeBytesPerSecond?: number };

/** How many uploads are under way, how fast they come in, and whose turn it is to open a transaction for one. */
export type UploadBounds = { underWay: UnderWay; intake: Intake; transactions: Gate };

/** Each upload that waits in a transaction, for the stream's lock say, holds one of a process's few connections. */
const transactionsEach = 2;

/** Counts from nothing; of this process alone. */
export const openUploadBounds = (limits: UploadLimits): UploadBounds => ({
  underWay: openUnderWay(limits.underWay ?? uploadsUnderWay),
  intake: openIntake(limits.intakeBytesPerSecond ?? intakeBytesPerSecond),
  transactions: openGate({ atOnce: Infinity, each: transactionsEach }),
});
