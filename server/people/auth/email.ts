import { messages } from '#contract/messages.ts';
import { audit } from '../../base/audit/index.ts';
import { isTakenEmail, updateEmail } from '../users/index.ts';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { changeEmailMail, emailChangedMail, emailChangeNotice } from '../../base/mail/index.ts';
import { hashToken } from '../../base/secrets/tokens.ts';
import { countTries, emailByUser } from '../../base/limits/index.ts';
import { deleteEmailLinks, takeEmailLink } from './email-queries.ts';
import { deleteLoginLinks } from './link-queries.ts';
import { holdsSession } from './session-queries.ts';

/**
 * Calls for changing one's email: requested by a person who has confirmed their identity, completed with a link that
 * only the new address gets.
 */
export const emailCalls = {
  'change-email': outside(async (input, context) => {
    const { user, transaction, origin } = context;
    if (input.email === user.email.toLowerCase())
      throw new UserError(messages.emailSame, { status: 422, errors: { email: messages.emailSame } });
    await countTries(context, [[emailByUser, user.id]], messages.loginTooMany);
    await transaction(async (tx) => {
      // A new password, or signing out everywhere, ends the session: a concurrent request in it must not get the link.
      if (!(await holdsSession(tx, user.sessionId)))
        throw new UserError(messages.confirmFirst, { status: 403, errors: { confirm: 'password' } });
      // Whether the address is taken is checked when the mail is written, so that neither the answer nor its time
      // reveals it.
      await changeEmailMail(tx, { id: user.id, agencyId: user.agencyId, newEmail: input.email });
      await emailChangeNotice(tx, user);
      await audit(tx, { user, origin, action: 'email-change-asked' });
    });
    return { message: messages.emailLinkSent, data: null };
  }),

  'confirm-email': outside(async (input, { transaction, origin, now }) => {
    try {
      const email = await transaction(async (tx) => {
        const link = await takeEmailLink(tx, { tokenHash: hashToken(input.token), now });
        if (link === undefined) return undefined;
        const { person, newEmail } = link;
        await updateEmail(tx, { id: person.id, email: newEmail });
        await deleteEmailLinks(tx, { userId: person.id });
        // The mailbox of the old address may hold a link to reset the password.
        await deleteLoginLinks(tx, { userId: person.id });
        await emailChangedMail(tx, { name: person.name, email: person.email, agencyId: person.agency_id });
        await audit(tx, {
          user: { id: person.id, agencyId: person.agency_id, impersonated: false },
          origin,
          action: 'email-changed',
        });
        return newEmail;
      });
      if (email === undefined) throw new UserError(messages.emailLinkInvalid);
      return { message: messages.emailChanged, data: { email } };
    } catch (error) {
      // Somebody else has taken the address since the link was sent.
      if (isTakenEmail(error)) throw new UserError(messages.emailLinkInvalid);
      throw error;
    }
  }),
} satisfies Partial<Handlers>;
