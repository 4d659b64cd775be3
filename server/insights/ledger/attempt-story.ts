/** The attempts at a delivery as steps of its history. */

import type { AttemptRow, DeliveryFacts, EventRow } from './queries.ts';
import type { PastStep, Step, Told } from './story-step.ts';

/** When the last attempt began; the outcomes of earlier attempts have their own times. */
export function taken(
  {
    delivery,
    attempts,
    events,
  }: { delivery: DeliveryFacts; attempts: readonly AttemptRow[]; events: readonly EventRow[] },
  { say }: Told,
): PastStep[] {
  const { first_tried_at: at, due_at: dueAt } = delivery;
  if (at === null || attempts.length + events.length === 0) return [];
  const lateSeconds = Math.round((at.getTime() - dueAt.getTime()) / 1000);
  const late = lateSeconds < 1 ? 'on time' : `${span(lateSeconds)} after its time, ${say(dueAt)}`;
  return [{ at, kind: 'work', text: `Publishing started ${late}.` }];
}

/** An attempt and the network's answer. */
export function attemptSteps(
  { number, fencedAt, finishedAt, outcome, postId, detail }: AttemptRow,
  { state }: DeliveryFacts,
  { network }: Told,
): PastStep[] {
  const sent: PastStep = {
    at: fencedAt,
    kind: 'work',
    text: `Attempt ${number}: recorded as sent, then sent to ${network}.`,
    detail: 'From here on it is not sent again until the outcome of this attempt is known.',
  };
  if (finishedAt === null) {
    const isUnderWay = state === 'sending';
    return [
      sent,
      {
        at: fencedAt,
        kind: isUnderWay ? 'wait' : 'doubt',
        text: isUnderWay
          ? `Waiting for ${network} to answer.`
          : `The worker stopped before ${network} answered attempt ${number}.`,
      },
    ];
  }
  return [sent, { at: finishedAt, ...answer({ outcome, network, postId }), detail: textOf(detail['message']) }];
}

function answer({
  outcome,
  network,
  postId,
}: {
  outcome: string | null;
  network: string;
  postId: string | null;
}): Pick<Step, 'kind' | 'text'> {
  switch (outcome) {
    case 'published':
      return { kind: 'good', text: `${network} took the post${postId === null ? '' : `, with the id ${postId}`}.` };
    case 'processing':
      return { kind: 'wait', text: `${network} accepted the post and is processing it.` };
    case 'rejected':
      return { kind: 'bad', text: `${network} refused the post.` };
    case 'unauthorized':
      return { kind: 'bad', text: `${network} did not accept the connection of the account. Nothing was posted.` };
    case 'rateLimited':
      return { kind: 'wait', text: `${network} asked us to wait. Nothing was posted.` };
    case 'unreachable':
      return { kind: 'wait', text: `${network} could not be reached. Nothing was sent.` };
    default:
      return { kind: 'doubt', text: `${network} gave no clear answer: the post may or may not be there.` };
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `45 -> '45 s'`, `3700 -> '1 h 1 min'`. */
function span(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`;
}
