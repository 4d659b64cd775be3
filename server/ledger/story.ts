/** A delivery's story in plain words: what was planned, tried, answered, looked up and decided, oldest first. */

import type { StoryStep } from '#contract/ledger.ts';
import { infinity } from '#db/values.ts';
import { settleReadsSeconds, deliveryMessages } from '#rules/delivery.ts';
import { networkNames } from '#rules/eligibility.ts';
import { approvalSteps, comingApproval, type Approval } from './approval-story.ts';
import { sayLocal } from './say-local.ts';
import type { AttemptRow, DeliveryFacts, EventRow } from './queries.ts';

/** A step of a story; without an instant where only its place in the order is known. */
export type Step = { at: Date | null; kind: StoryStep['kind']; text: string; detail?: string };
type PastStep = Step & { at: Date };

/** What a story is told from. */
export type Sources = { delivery: DeliveryFacts; attempts: readonly AttemptRow[]; events: readonly EventRow[]; approval: Approval; now: Date };

type Told = { network: string; say: (instant: Date) => string };

/** The steps of a delivery's story. */
export function storyOf({ delivery, attempts, events, approval, now }: Sources): Step[] {
  const told: Told = { network: networkNames[delivery.network], say: (instant) => sayLocal(instant, delivery.timezone) };
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
  // Equal instants keep this order: what a network said comes before what followed from it.
  const inOrder = past.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return [planStep({ delivery, events }, told), ...inOrder, ...(approval !== undefined && delivery.unapproved ? [comingApproval(approval, { dueAt: delivery.dueAt, now })] : comingStep(delivery, told))];
}

function planStep({ delivery, events }: Pick<Sources, 'delivery' | 'events'>, { say }: Told): Step {
  const first = events.find(({ dueBefore, dueAt }) => dueBefore.getTime() !== dueAt.getTime())?.dueBefore ?? delivery.dueAt;
  const by = delivery.round === 1 && delivery.scheduledBy !== null ? ` by ${delivery.scheduledBy}` : '';
  const round = delivery.round === 1 ? '' : ` as part of round ${delivery.round}`;
  return { at: delivery.round === 1 ? delivery.scheduledAt : null, kind: 'plan', text: `Planned${by} for ${say(first)}${round}.` };
}

/** The last time a worker took it up; earlier ones are told by what became of them. */
function taken({ delivery, attempts, events }: Omit<Sources, 'approval' | 'now'>, { say }: Told): PastStep[] {
  const { firstTriedAt: at, dueAt } = delivery;
  if (at === null || attempts.length + events.length === 0) return [];
  const lateSeconds = Math.round((at.getTime() - dueAt.getTime()) / 1000);
  const late = lateSeconds < 1 ? 'on time' : `${span(lateSeconds)} after its time, ${say(dueAt)}`;
  return [{ at, kind: 'work', text: `A worker took it up, ${late}.` }];
}

function attemptSteps({ number, fencedAt, finishedAt, outcome, postId, detail }: AttemptRow, { state }: DeliveryFacts, { network }: Told): PastStep[] {
  const sent: PastStep = {
    at: fencedAt, kind: 'work', text: `Attempt ${number}: written down as sent, then sent to ${network}.`,
    detail: 'From here on it is never sent again without knowing what became of this attempt.',
  };
  if (finishedAt === null) {
    const isUnderWay = state === 'sending';
    return [sent, {
      at: fencedAt, kind: isUnderWay ? 'wait' : 'doubt',
      text: isUnderWay ? `The answer of ${network} is awaited.` : `No answer of ${network} to attempt ${number} was written down: the worker was gone before it came.`,
    }];
  }
  return [sent, { at: finishedAt, ...answer({ outcome, network, postId }), detail: textOf(detail['message']) }];
}

function answer({ outcome, network, postId }: { outcome: string | null; network: string; postId: string | null }): Pick<Step, 'kind' | 'text'> {
  switch (outcome) {
    case 'published':
      return { kind: 'good', text: `${network} took the post${postId === null ? '' : `, with the id ${postId}`}.` };
    case 'processing':
      return { kind: 'wait', text: `${network} accepted the post and works on it.` };
    case 'rejected':
      return { kind: 'bad', text: `${network} refused the post.` };
    case 'unauthorized':
      return { kind: 'bad', text: `${network} did not accept the connection of the account. Nothing was posted.` };
    case 'rateLimited':
      return { kind: 'wait', text: `${network} asked us to wait. Nothing was posted.` };
    case 'unreachable':
      return { kind: 'wait', text: `${network} could not be reached. Nothing was sent.` };
    default:
      return { kind: 'doubt', text: `${network} gave no clear answer: the post may be there or not.` };
  }
}

function skipStep({ skippedAt }: DeliveryFacts): PastStep[] {
  return skippedAt === null ? [] : [{ at: skippedAt, kind: 'person', text: 'Left out when publishing was resumed.' }];
}

/** What a change of state says; nothing where an attempt says it already. */
function eventSteps(event: EventRow, told: Told): PastStep[] {
  const { at, fromState, toState, dueBefore, dueAt, message, note } = event;
  const who = event.by ?? 'Somebody';
  if (dueBefore.getTime() !== dueAt.getTime()) return [moved(event, told)];
  if (fromState === toState) return unchanged(event, told);
  switch (toState) {
    case 'cancelled':
      return [{ at, kind: 'person', text: event.by === null ? 'Taken out of the plan.' : `${who} took it out of the plan.` }];
    case 'missed':
      return [{ at, kind: 'bad', text: message || deliveryMessages.missed }];
    case 'waiting':
      return [{ at, kind: 'wait', text: event.nextAt >= infinity.future ? 'Its time came, and it was handed over to be posted by hand.' : 'It waits for the account to be connected again.', detail: message }];
    case 'scheduled':
      return [rescheduled(event, told)];
    case 'published':
      return [published(event, told)];
    case 'failed':
      return [{ at, kind: 'bad', text: `It failed: ${message || 'no reason was given.'}` }];
    case 'uncertain':
      return [uncertain(event, told)];
    case 'processing':
    case 'claimed':
    case 'sending':
      return note === '' ? [] : [{ at, kind: 'work', text: note }];
    default:
      return toState satisfies never;
  }
}

/** A scheduled delivery without a time waits for the end of a pause. */
const isHeld = (event: EventRow | undefined): boolean => event !== undefined && event.toState === 'scheduled' && event.nextAt >= infinity.future;

/** What changed while its approval was missing, or with the approval: that itself is told by what the people did. */
function gateSteps({ event, before }: { event: EventRow; before: EventRow | undefined }, told: Told): PastStep[] {
  const { at, fromState, toState, dueBefore, dueAt } = event;
  const isGate = event.unapproved !== (before?.unapproved ?? false);
  if (!isGate) return fromState === toState && dueBefore.getTime() === dueAt.getTime() ? [] : eventSteps(event, told);
  if (dueBefore.getTime() === dueAt.getTime()) return [];
  return [{ at, kind: 'plan', text: `Its time had passed without approval, so it was moved from ${told.say(dueBefore)} to ${told.say(dueAt)}, the next free time.` }];
}

/** What the end of a pause made of what it held back. */
function resumed(event: EventRow, told: Told): PastStep[] {
  const { at, by, toState, nextAt } = event;
  if (toState !== 'scheduled') return eventSteps(event, told);
  const deed = by === null ? 'Publishing was resumed.' : `${by} resumed publishing.`;
  return [{ at, kind: by === null ? 'work' : 'person', text: deed, detail: `It goes out at ${told.say(nextAt)} or as soon as its turn comes.` }];
}

function moved({ at, by, fromState, dueBefore, dueAt }: EventRow, { say }: Told): PastStep {
  const isAtOnce = Math.abs(dueAt.getTime() - at.getTime()) < 60_000;
  const isAnew = fromState === 'failed' || fromState === 'missed' || fromState === 'uncertain';
  if (isAnew && isAtOnce) return { at, kind: 'person', text: `${by ?? 'Somebody'} had it published ${fromState === 'missed' ? 'now' : 'again'}.` };
  const way = `from ${say(dueBefore)} to ${say(dueAt)}`;
  return by === null
    ? { at, kind: 'plan', text: `Moved ${way}.` }
    : { at, kind: 'person', text: `${by} moved it ${way}.` };
}

/** Something else than the state changed: a pause, a wish to stop it, another look at the account. */
function unchanged({ at, by, toState, nextAt, note, message, settleReads, cancelAsked }: EventRow, { say, network }: Told): PastStep[] {
  if (toState === 'scheduled' && nextAt >= infinity.future) return [{ at, kind: 'wait', text: 'Held back: publishing is paused.' }];
  if (toState === 'uncertain' && settleReads > 0) {
    const more = nextAt >= infinity.future ? message : `The next look is at ${say(nextAt)}.`;
    return [{ at, kind: 'doubt', text: `Look ${settleReads} of ${settleReadsSeconds.length} at the account on ${network}. ${note}`.trim(), detail: more }];
  }
  return cancelAsked ? [{ at, kind: 'person', text: `${by ?? 'Somebody'} asked to stop it while it was being sent. It will not be sent another time.` }] : [];
}

function rescheduled({ at, by, fromState, nextAt, message, note }: EventRow, { say }: Told): PastStep {
  if (fromState === 'waiting') return { at, kind: 'work', text: 'The account is connected again, so it goes out.' };
  if (fromState === 'uncertain') return { at, kind: 'work', text: message || deliveryMessages.sendingAgain, detail: note };
  if (note !== '') return { at, kind: 'work', text: note, detail: 'It is tried again at once.' };
  if (message !== '') return { at, kind: 'wait', text: message, detail: nextAt >= infinity.future ? '' : `It is tried again at ${say(nextAt)}.` };
  return by === null
    ? { at, kind: 'work', text: 'It was given back before it was sent, and its turn comes again.' }
    : { at, kind: 'person', text: `${by} paused or changed the plan: it was taken back before it was sent.` };
}

const published = ({ at, by, fromState, note }: EventRow, { network }: Told): PastStep =>
  by === null
    ? { at, kind: 'good', text: fromState === 'uncertain' ? `The post was found in the account on ${network}.` : `${network} has finished: the post is there.`, detail: fromState === 'uncertain' ? '' : note }
    : { at, kind: 'person', text: fromState === 'waiting' ? `${by} posted it by hand.` : `${by} looked at the account and said that the post is there.` };

const uncertain = ({ at, nextAt, message }: EventRow, { say }: Told): PastStep =>
  nextAt >= infinity.future
    ? { at, kind: 'doubt', text: message || deliveryMessages.askPerson }
    : { at, kind: 'doubt', text: 'Before anything is sent again, the account is looked at.', detail: `The first look is at ${say(nextAt)}.` };

/** What comes next, where something does. */
function comingStep({ state, nextAt, message }: DeliveryFacts, { say }: Told): Step[] {
  const hasTime = nextAt < infinity.future;
  switch (state) {
    case 'scheduled':
      return [{ at: null, kind: 'next', text: hasTime ? `Next: it goes out at ${say(nextAt)} or as soon as its turn comes.` : 'Next: it goes out once publishing is resumed.' }];
    case 'waiting':
      return [{ at: null, kind: 'next', text: hasTime ? `Next: it goes out once the account is connected again, until ${say(nextAt)}.` : 'Next: please post it by hand, and say when it is done.' }];
    case 'processing':
      return [{ at: null, kind: 'next', text: `Next: we ask the network again${hasTime ? ` at ${say(nextAt)}` : ''}.` }];
    case 'uncertain':
      return [{ at: null, kind: 'next', text: hasTime ? `Next: the account is looked at again at ${say(nextAt)}.` : 'Next: please say whether the post is there.' }];
    case 'missed':
      return [{ at: null, kind: 'next', text: 'Next: please say whether it should still be published.' }];
    case 'failed':
      return message === '' ? [] : [{ at: null, kind: 'next', text: 'Next: nothing, unless you publish it again.' }];
    case 'claimed':
    case 'sending':
      return [{ at: null, kind: 'next', text: 'It is on its way right now.' }];
    case 'published':
    case 'cancelled':
      return [];
    default:
      return state satisfies never;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `45 -> '45 s'`, `3700 -> '1 h 1 min'`. */
function span(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`;
}
