import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { audit } from '../../base/audit/index.ts';
import { brandOf } from '../../base/brand/index.ts';
import { outside, UserError, type Handlers, type SignedIn } from '../../base/handlers.ts';
import { factorMail } from '../../base/mail/index.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { countRecoveryCodes, deleteFactor, findFactor, hasSecondFactor, keepSecret, turnOn } from './factor-queries.ts';
import { forgetKnownAddresses, rememberAddress } from './known-address-queries.ts';
import { deleteSessionsOf } from './queries.ts';
import { holdsPassword, lockPerson } from './person-queries.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { confirmSession } from './session-queries.ts';
import { secretAssociatedData, triesOf, withCode, withTries } from './take-code.ts';
import { newSecret, otpauthUri, stepOf } from './totp.ts';

const keyOf = (user: SignedIn) => ({ agencyId: user.agencyId, userId: user.id });

/** Calls of two-step log-in, and of confirming one's identity. Source: RFC 6238; decisions/018-second-factor.md. */
export const secondFactorCalls = {
  'confirm-identity': outside(async (input, context) => {
    const { user, transaction, origin, now } = context;
    if (user.impersonated) throw new UserError(messages.confirmByOperator, { status: 403 });
    const confirmed = async (tx: Tx, how: string) => {
      await confirmSession(tx, { id: user.sessionId, now });
      await audit(tx, { user, origin, action: 'identity-confirmed', details: { how } });
    };
    if (await transaction((tx) => hasSecondFactor(tx, keyOf(user)))) {
      if ((input.code ?? '') === '')
        throw new UserError(messages.codeMissing, { status: 422, errors: { code: messages.codeMissing } });
      await withCode(
        context,
        { person: user, code: input.code ?? '', from: { kind: 'session', id: user.sessionId } },
        (tx, by) => confirmed(tx, by === 'app' ? 'a code' : 'a recovery code'),
      );
    } else {
      const person = await confirmPassword(context, input.password ?? '');
      await transaction(async (tx) => {
        if (!(await holdsPassword(tx, person))) throw wrongPassword();
        await confirmed(tx, 'the password');
      });
    }
    return { message: messages.confirmed, data: null };
  }),

  'fetch-second-factor': async (_input, { user, tx }) => {
    const since = (await findFactor(tx, keyOf(user)))?.turned_on_at ?? null;
    return {
      message: '',
      data: {
        on: since !== null,
        since: since?.toISOString() ?? null,
        codes_left: since === null ? 0 : await countRecoveryCodes(tx, keyOf(user)),
      },
    };
  },

  'start-second-factor': async (_input, { user, tx, services, now }) => {
    const key = newSecret();
    const kept = await keepSecret(tx, {
      ...keyOf(user),
      secret: services.secrets.seal(key, secretAssociatedData(user)),
      now,
    });
    if (!kept) throw new UserError(messages.factorIsOn);
    const { name } = await brandOf(tx);
    return { message: '', data: { key, uri: otpauthUri({ issuer: name, email: user.email, secret: key }) } };
  },

  'turn-on-second-factor': outside(async ({ code }, context) => {
    const { user, services, origin, now } = context;
    const tries = triesOf({
      id: user.id,
      code: '',
      from: { kind: 'session', id: user.sessionId },
      address: origin.address,
    });
    const codes = await withTries(context, tries, async (tx) => {
      // A concurrent log-in either succeeds before the second factor is on, or needs a code.
      await lockPerson(tx, user.id);
      const factor = await findFactor(tx, keyOf(user));
      if (factor === undefined) throw new UserError(messages.factorNotStarted);
      if (factor.turned_on_at !== null) throw new UserError(messages.factorIsOn);
      const step = stepOf({
        secret: services.secrets.open(factor.secret, secretAssociatedData(user)),
        code: code.replaceAll(/\s/g, ''),
        now,
      });
      if (step === null) return null;
      if (!(await turnOn(tx, { ...keyOf(user), secret: factor.secret, step, now })))
        throw new UserError(messages.factorNotStarted);
      // Ends sessions that began with the password alone.
      await deleteSessionsOf(tx, { userId: user.id, exceptId: user.sessionId });
      await forgetKnownAddresses(tx, user.id);
      await rememberAddress(tx, { userId: user.id, agencyId: user.agencyId, address: origin.address, now });
      await factorMail(tx, user, 'on');
      await audit(tx, { user, origin, action: 'second-factor-on' });
      return { done: await makeRecoveryCodes(tx, user) };
    });
    return { message: messages.factorOn, data: { recovery_codes: codes } };
  }),

  'make-recovery-codes': async (_input, { user, tx, origin }) => {
    if (!(await hasSecondFactor(tx, keyOf(user)))) throw new UserError(messages.factorIsOff);
    const codes = await makeRecoveryCodes(tx, user);
    await audit(tx, { user, origin, action: 'recovery-codes-made' });
    return { message: messages.recoveryCodesMade, data: { recovery_codes: codes } };
  },

  'turn-off-second-factor': async (_input, { user, tx, origin }) => {
    if (!(await deleteFactor(tx, keyOf(user)))) throw new UserError(messages.factorIsOff);
    await factorMail(tx, user, 'off');
    await audit(tx, { user, origin, action: 'second-factor-off' });
    return { message: messages.factorOff, data: null };
  },
} satisfies Partial<Handlers>;
