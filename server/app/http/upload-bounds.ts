/** Limits that keep one agency's uploads from slowing down everybody else's. */
import { openGate, type Gate } from '../../base/media/index.ts';
import { intakeBytesPerSecond, openIntake, type Intake } from './intake.ts';
import { openUnderWay, uploadsUnderWay, type UnderWay, type UnderWayLimits } from './under-way.ts';

/** Limits other than the defaults, for tests. */
export type UploadLimits = { underWay?: UnderWayLimits; intakeBytesPerSecond?: number };

/** The number of concurrent uploads, their rate, and the queue for their transactions. */
export type UploadBounds = { underWay: UnderWay; intake: Intake; transactions: Gate };

/**
 * Each upload that waits in a transaction, for example for the stream's lock, holds one of a process's few connections.
 */
const transactionsEach = 2;

/** Counts from zero, for this process alone. */
export const openUploadBounds = (limits: UploadLimits): UploadBounds => ({
  underWay: openUnderWay(limits.underWay ?? uploadsUnderWay),
  intake: openIntake(limits.intakeBytesPerSecond ?? intakeBytesPerSecond),
  transactions: openGate({ atOnce: Infinity, each: transactionsEach }),
});
