/** The changes of a delivery's state as steps of its history. */

import { infinity } from '#db/values.ts';
import { settleReadsSeconds, deliveryMessages } from '#rules/delivery.ts';
import type { EventRow } from './queries.ts';
import type { PastStep, Told } from './story-step.ts';

/** The step for a change of state; none if an attempt already shows it. */
export function eventSteps(event: EventRow, told: Told): PastStep[] {
  const { at, fromState, toState, dueBefore, dueAt, message, note } = event;
  const who = event.by ?? 'Somebody';
  if (fromState === 'cancelled') return [restoredStep(event, told)];
  if (dueBefore.getTime() !== dueAt.getTime()) return [moved(event, told)];
  if (fromState === toState) return unchanged(event, told);
  switch (toState) {
    case 'cancelled':
      return [
        { at, kind: 'person', text: event.by === null ? 'Taken out of the plan.' : `${who} took it out of the plan.` },
      ];
    case 'missed':
      return [{ at, kind: 'bad', text: message || deliveryMessages.missed }];
    case 'waiting':
      return [
        {
          at,
          kind: 'wait',
          text:
            event.nextAt >= infinity.future
              ? 'It was due and was handed over to be posted by hand.'
              : 'It waits for the account to be connected again.',
          detail: message,
        },
      ];
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
export const isHeld = (event: EventRow | undefined): boolean =>
  event !== undefined && event.toState === 'scheduled' && event.nextAt >= infinity.future;

/** Changes while its approval was missing, or by the approval: the people's actions already show these. */
export function gateSteps(
  { event, before }: { event: EventRow; before: EventRow | undefined },
  told: Told,
): PastStep[] {
  const { at, fromState, toState, dueBefore, dueAt } = event;
  const isGate = event.unapproved !== (before?.unapproved ?? false);
  if (!isGate) return fromState === toState && dueBefore.getTime() === dueAt.getTime() ? [] : eventSteps(event, told);
  if (dueBefore.getTime() === dueAt.getTime()) return [];
  return [
    {
      at,
      kind: 'plan',
      text:
        `Its time had passed without approval, so it was moved from ${told.say(dueBefore)} to ${told.say(dueAt)}, ` +
        'the next free time.',
    },
  ];
}

/** The step for the end of a pause, about the posts it held back. */
export function resumed(event: EventRow, told: Told): PastStep[] {
  const { at, by, toState, nextAt } = event;
  if (toState !== 'scheduled') return eventSteps(event, told);
  const sentence = by === null ? 'Publishing was resumed.' : `${by} resumed publishing.`;
  return [
    {
      at,
      kind: by === null ? 'work' : 'person',
      text: sentence,
      detail: `It will be published at ${told.say(nextAt)} or shortly after.`,
    },
  ];
}

const restoredStep = ({ at, by, dueBefore, dueAt }: EventRow, { say }: Told): PastStep => ({
  at,
  kind: 'person',
  text: `${by ?? 'Somebody'} put it back into the plan.`,
  detail:
    dueBefore.getTime() === dueAt.getTime()
      ? ''
      : `It goes out at ${say(dueAt)}, the next free time; it was planned for ${say(dueBefore)}.`,
});

function moved({ at, by, fromState, dueBefore, dueAt }: EventRow, { say }: Told): PastStep {
  const isAtOnce = Math.abs(dueAt.getTime() - at.getTime()) < 60_000;
  const isAnew = fromState === 'failed' || fromState === 'missed' || fromState === 'uncertain';
  if (isAnew && isAtOnce)
    return {
      at,
      kind: 'person',
      text: `${by ?? 'Somebody'} published it ${fromState === 'missed' ? 'now' : 'again'}.`,
    };
  const way = `from ${say(dueBefore)} to ${say(dueAt)}`;
  return by === null
    ? { at, kind: 'plan', text: `Moved ${way}.` }
    : { at, kind: 'person', text: `${by} moved it ${way}.` };
}

/** A change that is not of the state: a pause, a request to stop it, another read-back of the account. */
function unchanged(
  { at, by, toState, nextAt, note, message, settleReads, cancelRequested }: EventRow,
  { say, network }: Told,
): PastStep[] {
  if (toState === 'scheduled' && nextAt >= infinity.future)
    return [{ at, kind: 'wait', text: 'Held back: publishing is paused.' }];
  if (toState === 'uncertain' && settleReads > 0) {
    const more = nextAt >= infinity.future ? message : `The next check is at ${say(nextAt)}.`;
    return [
      {
        at,
        kind: 'doubt',
        text: `Check ${settleReads} of ${settleReadsSeconds.length} of the account on ${network}. ${note}`.trim(),
        detail: more,
      },
    ];
  }
  return cancelRequested
    ? [
        {
          at,
          kind: 'person',
          text: `${by ?? 'Somebody'} asked to stop it while it was being sent. It will not be sent again.`,
        },
      ]
    : [];
}

function rescheduled({ at, by, fromState, nextAt, message, note }: EventRow, { say }: Told): PastStep {
  if (fromState === 'waiting')
    return { at, kind: 'work', text: 'The account is connected again, so the post will be published.' };
  if (fromState === 'uncertain')
    return { at, kind: 'work', text: message || deliveryMessages.sendingAgain, detail: note };
  if (note !== '') return { at, kind: 'work', text: note, detail: 'We try again at once.' };
  if (message !== '')
    return {
      at,
      kind: 'wait',
      text: message,
      detail: nextAt >= infinity.future ? '' : `We try again at ${say(nextAt)}.`,
    };
  return by === null
    ? { at, kind: 'work', text: 'The worker stopped before sending it, so it is back in the queue.' }
    : { at, kind: 'person', text: `${by} paused or changed the plan, so it was withdrawn before it was sent.` };
}

const published = ({ at, by, fromState, note }: EventRow, { network }: Told): PastStep =>
  by === null
    ? {
        at,
        kind: 'good',
        text:
          fromState === 'uncertain'
            ? `The post was found in the account on ${network}.`
            : `${network} has finished: the post is there.`,
        detail: fromState === 'uncertain' ? '' : note,
      }
    : {
        at,
        kind: 'person',
        text:
          fromState === 'waiting'
            ? `${by} posted it by hand.`
            : `${by} checked the account and confirmed that the post is there.`,
      };

const uncertain = ({ at, nextAt, message }: EventRow, { say }: Told): PastStep =>
  nextAt >= infinity.future
    ? { at, kind: 'doubt', text: message || deliveryMessages.askPerson }
    : {
        at,
        kind: 'doubt',
        text: 'We check the account before anything is sent again.',
        detail: `The first check is at ${say(nextAt)}.`,
      };
