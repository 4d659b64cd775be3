/** The actions of client and agency on a post's approval, as part of its history. */

import { approvalMessages } from '#rules/approvals.ts';
import type { ApprovalStep, DeliveryFacts, findApproval } from './queries.ts';
import type { PastStep, Step } from './story-step.ts';

/** The approval state of a delivery's item; undefined if no approval is needed. */
export type Approval = Awaited<ReturnType<typeof findApproval>>;

/** The steps of an approval. A due time that passes without approval is a step too. */
export function approvalSteps(
  approval: Approval,
  delivery: Pick<DeliveryFacts, 'client' | 'scheduled_at' | 'round'>,
): PastStep[] {
  if (approval === undefined) return [];
  const { client, scheduled_at: scheduledAt, round } = delivery;
  const asked: PastStep[] =
    round === 1 || approval.state !== 'approved' || approval.steps.length > 0
      ? [
          {
            at: round === 1 ? scheduledAt : approval.askedAt,
            kind: 'wait',
            text: `${client} was asked to approve it. It is not published before that.`,
          },
        ]
      : [
          {
            at: approval.askedAt,
            kind: 'good',
            text:
              `${client} has approved the same content in an earlier round, so it needs no further ` +
              `approval.${approval.byAgencyPassword ? ` That was ${inSession}.` : ''}`,
          },
        ];
  return [...asked, ...approval.steps.map((step) => told(step, client))];
}

const inSession = 'in a session whose password the agency set';

function told({ at, by, isClient, kind, words, byAgencyPassword }: ApprovalStep, client: string): PastStep {
  const who = by ?? 'Somebody';
  const said = words === '' ? '' : `“${words}”`;
  switch (kind) {
    case 'asked':
      return { at, kind: 'person', text: `${who} asked ${client} again.`, detail: said };
    case 'changed':
      return { at, kind: 'person', text: `${who} changed the content, so ${client} was asked again.` };
    case 'approved':
      return {
        at,
        kind: 'person',
        text: isClient
          ? `${who} approved it${byAgencyPassword ? `, ${inSession}` : ''}.`
          : `${who} approved it for ${client}.`,
        detail: said,
      };
    case 'sent-back':
      return { at, kind: 'person', text: `${who} sent it back.`, detail: said };
    case 'withdrawn':
      return { at, kind: 'person', text: `${who} withdrew the approval.`, detail: said };
    case 'comment':
      return { at, kind: 'person', text: `${who} commented:`, detail: said };
    default:
      return kind satisfies never;
  }
}

/** The next step of a post that is not approved. */
export function comingApproval({ state }: NonNullable<Approval>, { dueAt, now }: { dueAt: Date; now: Date }): Step {
  const text =
    state === 'sent-back'
      ? approvalMessages.sentBack
      : dueAt <= now
        ? approvalMessages.notApproved
        : approvalMessages.waiting;
  return { at: null, kind: 'next', text: `Next: ${text}` };
}
