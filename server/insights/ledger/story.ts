/** A delivery's history in plain words: plan, attempts, answers, read-backs and decisions, oldest first. */

import { networkNames } from '#rules/eligibility.ts';
import { approvalSteps, comingApproval, type Approval } from './approval-story.ts';
import { sayInstant } from '#rules/say-dates.ts';
import type { AttemptRow, DeliveryFacts, EventRow } from './queries.ts';
import type { PastStep, Step, Told } from './story-step.ts';
import { eventSteps, gateSteps, isHeld, resumed } from './event-story.ts';
import { attemptSteps, taken } from './attempt-story.ts';
import { comingStep } from './coming-story.ts';

/** The records of a history. */
export type Sources = {
  delivery: DeliveryFacts;
  attempts: readonly AttemptRow[];
  events: readonly EventRow[];
  approval: Approval;
  now: Date;
};

/** The steps of a delivery's history. */
export function storyOf({ delivery, attempts, events, approval, now }: Sources): Step[] {
  const told: Told = {
    network: networkNames[delivery.network],
    say: (instant) => sayInstant(instant, delivery.timezone),
  };
  const past = [
    ...approvalSteps(approval, delivery),
    ...taken({ delivery, attempts, events }, told),
    ...attempts.flatMap((attempt) => attemptSteps(attempt, delivery, told)),
    ...events.flatMap((event, index) => {
      const before = events[index - 1];
      if (event.unapproved || before?.unapproved === true) return gateSteps({ event, before }, told);
      return isHeld(before) && !isHeld(event) ? resumed(event, told) : eventSteps(event, told);
    }),
    ...skipStep(delivery),
  ];
  // Equal instants keep this order: a network's answer comes before its consequences.
  const inOrder = past.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return [
    planStep({ delivery, events }, told),
    ...inOrder,
    ...(approval !== undefined && delivery.unapproved
      ? [comingApproval(approval, { dueAt: delivery.due_at, now })]
      : comingStep(delivery, told)),
  ];
}

function planStep({ delivery, events }: Pick<Sources, 'delivery' | 'events'>, { say }: Told): Step {
  const first =
    events.find(({ dueBefore, dueAt }) => dueBefore.getTime() !== dueAt.getTime())?.dueBefore ?? delivery.due_at;
  const by = delivery.round === 1 && delivery.scheduled_by !== null ? ` by ${delivery.scheduled_by}` : '';
  const round = delivery.round === 1 ? '' : ` as part of round ${delivery.round}`;
  return {
    at: delivery.round === 1 ? delivery.scheduled_at : null,
    kind: 'plan',
    text: `Planned${by} for ${say(first)}${round}.`,
  };
}

function skipStep({ skipped_at: skippedAt }: DeliveryFacts): PastStep[] {
  return skippedAt === null ? [] : [{ at: skippedAt, kind: 'person', text: 'Left out when publishing was resumed.' }];
}
