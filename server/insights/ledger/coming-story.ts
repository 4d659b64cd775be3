/** The next steps of a delivery. */

import { infinity } from '#db/values.ts';
import type { DeliveryFacts } from './queries.ts';
import type { Step, Told } from './story-step.ts';

/** The next step, if there is one. */
export function comingStep({ state, next_at: nextAt, message }: DeliveryFacts, { say }: Told): Step[] {
  const hasTime = nextAt < infinity.future;
  switch (state) {
    case 'scheduled':
      return [
        {
          at: null,
          kind: 'next',
          text: hasTime
            ? `Next: it will be published at ${say(nextAt)} or shortly after.`
            : 'Next: it will be published once publishing resumes.',
        },
      ];
    case 'waiting':
      return [
        {
          at: null,
          kind: 'next',
          text: hasTime
            ? `Next: it will be published once the account is connected again, if that is before ${say(nextAt)}.`
            : 'Next: please post it by hand, and say when it is done.',
        },
      ];
    case 'processing':
      return [
        { at: null, kind: 'next', text: `Next: we ask the network again${hasTime ? ` at ${say(nextAt)}` : ''}.` },
      ];
    case 'uncertain':
      return [
        {
          at: null,
          kind: 'next',
          text: hasTime
            ? `Next: we check the account again at ${say(nextAt)}.`
            : 'Next: please say whether the post is there.',
        },
      ];
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
