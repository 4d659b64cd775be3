import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { audit } from '../audit/queries.ts';
import { outside, UserError, type Handlers } from '../handlers.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { hasSecondFactor } from './factor-queries.ts';
import { holdsPassword } from './queries.ts';
import { confirmSession } from './session-queries.ts';
import { withCode } from './take-code.ts';

/** Handlers of the second factor, and of confirming once more who one is. Source: RFC 6238; decisions/018-second-factor.md. */
export const secondFactorCalls: Pick<Handlers, 'confirm-identity'> = {
  'confirm-identity': outside(async (input, context) => {
    const { user, transaction, origin, now } = context;
    if (user.impersonated) throw new UserError(messages.confirmByOperator, { status: 403 });
    const confirmed = async (tx: Tx, how: string) => {
      await confirmSession(tx, { id: user.sessionId, now });
      await audit(tx, { user, origin, action: 'identity-confirmed', details: { how } });
    };
    if (await transaction((tx) => hasSecondFactor(tx, { agencyId: user.agencyId, userId: user.id }))) {
      await withCode(context, { person: user, code: input.code ?? '' }, (tx, by) => confirmed(tx, by === 'app' ? 'a code' : 'a recovery code'));
    } else {
      const person = await confirmPassword(context, input.password ?? '');
      await transaction(async (tx) => {
        if (!(await holdsPassword(tx, person))) throw wrongPassword();
        await confirmed(tx, 'the password');
      });
    }
    return { message: messages.confirmed, data: null };
  }),
};
