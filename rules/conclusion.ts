import {
  afterHandOver,
  afterRenewal,
  askAtOnce,
  deliveryMessages,
  next,
  nextAfterFind,
  type DeliveryFacts,
  type DeliveryFound,
  type DeliveryNext,
  type DeliveryOutcome,
} from './delivery.ts';

/**
 * The conclusion of a delivery that a worker holds.
 * - `outcome`: of an attempt or a check
 * - `found`: what reading its account back gave
 * - `missed`: it is later than the limit, and no attempt was made
 * - `handed-over`: no program may post to its account, so a person does
 * - `renewed`: the network refused its credentials, which have been renewed since
 * - `unreadable`: its account is gone, so nobody can check whether the post is there
 */
export type Conclusion =
  | { kind: 'outcome'; outcome: DeliveryOutcome }
  | { kind: 'found'; found: DeliveryFound }
  | { kind: 'missed' | 'handed-over' | 'renewed' | 'unreadable' };

/** The next state by a conclusion and the facts at the moment when it is stored. */
export function nextOf(conclusion: Conclusion, facts: DeliveryFacts, now: Date): DeliveryNext {
  switch (conclusion.kind) {
    case 'outcome':
      return next(facts, conclusion.outcome, now);
    case 'found':
      return nextAfterFind(facts, conclusion.found, now);
    case 'missed':
      return {
        state: 'missed',
        nextAt: null,
        message: deliveryMessages.missed,
        settleReads: 0,
        resent: false,
        accountFreeAt: now,
      };
    case 'handed-over':
      return afterHandOver(facts, now);
    case 'renewed':
      return afterRenewal(facts, now);
    case 'unreadable':
      return askAtOnce(facts);
    default:
      return conclusion satisfies never;
  }
}
