import type { DeliveryFacts, DeliveryOutcome } from './delivery.ts';

/** The instant at which an outcome arrives. */
export const now = new Date('2026-06-01T12:00:00Z');
/** The instant this many seconds after the outcome. */
export const seconds = (count: number) => new Date(now.getTime() + count * 1000);
/** The instant this many hours after the outcome. */
export const hours = (count: number) => seconds(count * 3600);

/** The known facts of a delivery at its first attempt. */
export const facts = (change: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
  state: 'sending',
  tries: 1,
  firstTriedAt: now,
  settleReads: 0,
  resent: false,
  cancelRequested: false,
  canFind: true,
  gapSeconds: 60,
  lateLimitHours: 24,
  waits: [],
  ...change,
});

/** The network's answer. */
export const said = (kind: 'rejected' | 'unauthorized' | 'unreachable' | 'unknown' | 'abandoned'): DeliveryOutcome => ({
  kind,
  message: 'no',
});
