import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from '#contract/people/auth.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { audit } from '../../base/audit/index.ts';
import { belongsTo, brandOf, houseBrand } from '../../base/brand/index.ts';
import { chooseEmail, isTakenEmail, updatePasswordHash } from '../users/index.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import {
  outside,
  UserError,
  type Handlers,
  type Origin,
  type PublicOutsideContext,
  type Reply,
  type SignedIn,
} from '../../base/handlers.ts';
import { resetMail } from '../../base/mail/index.ts';
import { hasSecondFactor } from './factor-queries.ts';
import {
  countTries,
  loginByAddress,
  loginByEmail,
  resetByAddress,
  resetByEmail,
  returnTry,
} from '../../base/limits/index.ts';
import { withPasswordSlot } from '../../base/secrets/password-semaphore.ts';
import { hashPassword, verifyPassword } from '../../base/secrets/passwords.ts';
import { isKnownAddress, rememberAddress } from './known-address-queries.ts';
import { presentUser } from './present.ts';
import {
  deleteLoginLinks,
  findWaiting,
  insertLoginLink,
  isLivingLink,
  mustChooseEmail,
  takeLoginLink,
} from './link-queries.ts';
import { deleteSession, deleteSessionsOf, insertSession } from './queries.ts';
import { findByEmail, findProfile, holdsPassword, type PersonRow } from './person-queries.ts';
import { withCode } from './take-code.ts';
import { hashToken, newToken } from '../../base/secrets/tokens.ts';

/** How long a log-in with a right password waits for its code. */
const codeMilliseconds = 5 * 60_000;

/** The fixed time of answers that must not reveal whether an email is known. */
const evenMilliseconds = 60;

const refusedEmail = (message: string): UserError =>
  new UserError(message, { status: 422, errors: { email: message } });

const userData = async (tx: Tx, user: SignedIn) =>
  presentUser(await findProfile(tx, user), { impersonated: user.impersonated, brand: await brandFor(tx, user) });

async function brandFor(tx: Tx, { agencyId }: SignedIn): Promise<User['brand']> {
  const brand = await brandOf(tx, agencyId);
  return brand === houseBrand ? null : { name: brand.name, logo: brand.logo, color: brand.color };
}

/** Signs in an authenticated person: uncounts their try, stores the address as known, and records the log-in. */
async function openSession(
  tx: Tx,
  { person, tokenHash, origin, now }: { person: PersonRow; tokenHash: Buffer; origin: Origin; now: Date },
): Promise<User> {
  await returnTry(tx, loginByAddress, { who: addressPrefix(origin.address) });
  await rememberAddress(tx, { userId: person.id, agencyId: person.agency_id, address: origin.address, now });
  const opened = await insertSession(tx, { person, tokenHash, openedBy: 'password', now, ...origin });
  await audit(tx, { user: opened, origin, action: 'signed-in' });
  return userData(tx, opened);
}

/**
 * The person with this email and password, and the limits that counted the try. Counting, look-up and check share one
 * slot: a caller without a slot is not counted, and a flood holds no more connections than slots.
 */
const withRightPassword = (input: Input<'login'>, context: PublicOutsideContext) => {
  const { transaction, origin, signal } = context;
  const prefix = addressPrefix(origin.address);
  return withPasswordSlot({ who: prefix, signal }, async () => {
    await countTries(context, [[loginByAddress, prefix]], messages.loginTooMany);
    const { person, isKnown } = await transaction(async (tx) => {
      const named = await findByEmail(tx, input.email);
      // At a customer's own host only its own people and those of its buyers can sign in.
      const found = named && (await isKnownAt(tx, named.agency_id, origin.siteOf)) ? named : undefined;
      return {
        person: found,
        isKnown: await isKnownAddress(tx, { userId: found?.id ?? null, address: origin.address }),
      };
    });
    // Tries from unknown addresses do not lock a person out at their known addresses.
    const trier = { who: input.email, ...(isKnown ? { where: prefix } : {}) };
    await countTries(
      context,
      [isKnown ? [loginByEmail, input.email, prefix] : [loginByEmail, input.email]],
      messages.loginTooMany,
    );
    // An unknown email costs the same work, so that the time of the answer reveals nothing.
    const matches = await verifyPassword(input.password, person?.password_hash ?? null);
    if (person === undefined || !matches) throw new UserError(messages.loginWrong, { status: 422 });
    return { person, trier };
  });
};

/** Whether people of an agency may sign in at another agency's host; anyone may at our own. */
async function isKnownAt(tx: Tx, agencyId: string, siteOf: string | undefined): Promise<boolean> {
  return siteOf === undefined || belongsTo(tx, { agencyId, sellerId: siteOf });
}

/** Calls for signing in and for passwords. */
export const authCalls = {
  login: outside(async (input, context) => {
    const { transaction, origin, now } = context;
    const { person, trier } = await withRightPassword(input, context);
    const { token, hash } = newToken();
    return transaction(async (tx): Promise<Reply<Data<'login'>>> => {
      // A concurrent change of the password waits for this, or is visible here if it came first.
      if (!(await holdsPassword(tx, person))) throw new UserError(messages.loginWrong, { status: 422 });
      // A right password was not a guess, even if a code is still missing, which has limits of its own.
      await returnTry(tx, loginByEmail, trier);
      // Read only now, since turning on the second factor waits for the same row. The try counts against its address
      // until the code is right.
      if (await hasSecondFactor(tx, { agencyId: person.agency_id, userId: person.id })) {
        const expiresAt = new Date(now.getTime() + codeMilliseconds);
        await insertLoginLink(tx, {
          agencyId: person.agency_id,
          userId: person.id,
          purpose: 'second-factor',
          tokenHash: hash,
          now,
          expiresAt,
        });
        return { message: messages.codeAsked, data: { ticket: token, expires: expiresAt.toISOString() } };
      }
      const user = await openSession(tx, { person, tokenHash: hash, origin, now });
      return { message: messages.loginOk, data: { token, user } };
    });
  }),

  'login-code': outside(async ({ ticket, code }, context) => {
    const { transaction, origin, now } = context;
    const ticketHash = hashToken(ticket);
    await countTries(context, [[loginByAddress, addressPrefix(origin.address)]], messages.loginTooMany);
    const waiting = await transaction(async (tx) => {
      const found = await findWaiting(tx, { tokenHash: ticketHash, now });
      return found === undefined
        ? undefined
        : { ...found, isKnown: await isKnownAddress(tx, { userId: found.id, address: origin.address }) };
    });
    if (waiting === undefined) throw new UserError(messages.codeTooLate);
    const { token, hash } = newToken();
    const asking = {
      person: { ...waiting, agencyId: waiting.agency_id, impersonated: false },
      code,
      from: { kind: 'log-in', isKnown: waiting.isKnown },
    } as const;
    const user = await withCode(context, asking, async (tx) => {
      const person = await takeLoginLink(tx, { tokenHash: ticketHash, purposes: ['second-factor'], now });
      if (person === undefined) throw new UserError(messages.codeTooLate);
      await returnTry(tx, loginByAddress, { who: addressPrefix(origin.address) });
      return openSession(tx, { person, tokenHash: hash, origin, now });
    });
    return { message: messages.loginOk, data: { token, user } };
  }),

  logout: async (_input, { user, tx, origin }) => {
    await deleteSession(tx, user.sessionId);
    await audit(tx, { user, origin, action: 'signed-out' });
    return { message: messages.loggedOut, data: null };
  },

  'fetch-user': async (_input, { user, tx }) => ({ message: '', data: await userData(tx, user) }),

  'forgot-password': outside(async (input, context) => {
    const even = sleep(evenMilliseconds);
    await countTries(
      context,
      [
        [resetByAddress, addressPrefix(context.origin.address)],
        [resetByEmail, input.email],
      ],
      messages.loginTooMany,
    );
    await context.transaction(async (tx) => {
      const person = await findByEmail(tx, input.email);
      if (person !== undefined) await resetMail(tx, { id: person.id, agencyId: person.agency_id });
    });
    await even;
    return { message: messages.forgotSent, data: null };
  }),

  'reset-password': outside(async (input, { transaction, origin, now, signal }) => {
    const link = {
      tokenHash: hashToken(input.password_token),
      purposes: ['reset-password', 'set-password'],
      now,
    } as const;
    // Checked first, so that guessing links costs no hashing; used up after hashing, so that no transaction waits for
    // it.
    if (!(await transaction((tx) => isLivingLink(tx, link)))) throw new UserError(messages.resetInvalid);
    const chooses = await transaction((tx) => mustChooseEmail(tx, link));
    const { email } = input;
    if (chooses && email === undefined) throw refusedEmail(messages.emailToChoose);
    const passwordHash = await withPasswordSlot({ who: addressPrefix(origin.address), signal }, () =>
      hashPassword(input.password),
    );
    const done = await transaction(async (tx) => {
      const person = await takeLoginLink(tx, link);
      if (person === undefined) return false;
      await updatePasswordHash(tx, { id: person.id, passwordHash });
      if (chooses && email !== undefined) await chooseEmail(tx, { id: person.id, email });
      await deleteLoginLinks(tx, { userId: person.id });
      await deleteSessionsOf(tx, { userId: person.id, exceptId: null });
      await audit(tx, {
        user: { id: person.id, agencyId: person.agency_id, impersonated: false },
        origin,
        action: 'password-reset',
      });
      return true;
    }).catch((error: unknown) => {
      // Rolled back with the rest, so that the link can be used again with another password.
      throw isTakenEmail(error) ? refusedEmail(messages.emailTaken) : error;
    });
    if (!done) throw new UserError(messages.resetInvalid);
    return { message: messages.resetDone, data: null };
  }),

  'master-login': outside(async (input, { transaction, origin, now }) => {
    const { token, hash } = newToken();
    // If a link was opened undecoded, its plus signs arrive as spaces.
    const tokenHash = hashToken(input.token.replaceAll(' ', '+'));
    const user = await transaction(async (tx) => {
      const person = await takeLoginLink(tx, { tokenHash, purposes: ['master-login'], now });
      if (person === undefined || person.email.toLowerCase() !== input.email) return undefined;
      const opened = await insertSession(tx, { person, tokenHash: hash, openedBy: 'master-login', now, ...origin });
      await audit(tx, { user: opened, origin, action: 'master-login-used' });
      return userData(tx, opened);
    });
    if (user === undefined) throw new UserError(messages.masterLoginInvalid);
    return { message: messages.loginOk, data: { token, user } };
  }),
} satisfies Partial<Handlers>;
