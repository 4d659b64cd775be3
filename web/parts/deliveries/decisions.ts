import type { Decision } from '#rules/delivery-buttons.ts';
import type { DeliveryState } from '#rules/delivery-states.ts';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';

export type { Decision } from '#rules/delivery-buttons.ts';

/** A delivery that a person can decide about. */
export type Decidable = { delivery_id: string; network: NetworkId; state: DeliveryState; actions: readonly Decision[] };

/** The label of each decision's button. */
export const decisionNames: Readonly<Record<Decision, string>> = {
  'it-is-there': 'It is there',
  'publish-again': 'Publish again',
  'publish-now': 'Publish now',
  'next-free-time': 'Move to the next free time',
  'posted-by-hand': 'Done',
  'leave-out': 'Leave it out',
};

/** What is known about a delivery that needs a person, and what to do; null if there is nothing to decide. */
export function situationOf({
  state,
  actions,
  network,
}: Pick<Decidable, 'state' | 'actions' | 'network'>): string | null {
  if (actions.length === 0) return null;
  const name = networkNames[network];
  switch (state) {
    case 'uncertain':
      return (
        `We sent this post, but ${name} did not say whether it arrived. Look at the account: if the post is ` +
        'there, tell us, so that it is not posted twice. If it is not, publish it again.'
      );
    case 'missed':
      return (
        'Its time passed while nothing could be sent. You can publish it now, or move it to the next time at ' +
        'which nothing else goes out.'
      );
    case 'waiting':
      return (
        `It is time: nothing may post here for you on ${name}. Open it, copy the text, publish it there, and say ` +
        'when it is done.'
      );
    case 'failed':
      return `${name} did not take this post. Once the reason is gone, you can publish it again.`;
    default:
      return 'This post waits for your decision.';
  }
}

/** What publishing again can cause, asked before it happens; null if it cannot publish twice. */
export const riskOf = (decision: Decision, { state, network }: Pick<Decidable, 'state' | 'network'>): string | null =>
  decision === 'publish-again' && state === 'uncertain'
    ? `If the post is on ${networkNames[network]} after all, it will be there twice.`
    : null;
