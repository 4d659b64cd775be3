import { messages } from '#contract/messages.ts';
import type { Data, Input } from '#contract/index.ts';
import { outside, type Handlers } from '../../base/handlers.ts';
import { replaceFile } from './replace.ts';

/** Rolls back a replacement that was only previewed. */
class OnlyLooking extends Error {
  readonly found: Data<'preview-replacement'>;
  constructor(found: Data<'preview-replacement'>) {
    super('only looking');
    this.found = found;
  }
}

const whoOf = ({ user, now }: { user: { agencyId: string; id: string }; now: Date }) => ({
  agencyId: user.agencyId,
  userId: user.id,
  now,
});

/** Calls for replacing files. */
export const replacingCalls = {
  'preview-replacement': outside(async (input: Input<'preview-replacement'>, context) => {
    try {
      return await context.transaction(async (tx) => {
        throw new OnlyLooking(await replaceFile(tx, input, whoOf(context)));
      });
    } catch (error) {
      if (error instanceof OnlyLooking) return { message: '', data: error.found };
      throw error;
    }
  }),

  'replace-library-file': async (input, context) => {
    const data = await replaceFile(context.tx, input, whoOf(context));
    return { message: input.undo === undefined ? messages.replaced : messages.replacedBack, data };
  },
} satisfies Partial<Handlers>;
