import { messages } from '#contract/messages.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { presentHandOver } from './present.ts';
import { findHandOver } from './queries.ts';

/** The handlers of the calls in contract/app/hand-over.ts; `resolve-delivery` reports the outcome. */
export const handOverCalls = {
  'fetch-hand-over': async (input, { user, tx }) => {
    const row = await findHandOver(tx, { agencyId: user.agencyId, id: input.delivery_id });
    if (row === undefined) throw new UserError(messages.notFound, { status: 404 });
    return { message: '', data: presentHandOver(row) };
  },
} satisfies Partial<Handlers>;
