import { messages } from '#contract/messages.ts';
import { audit } from '../../base/audit/index.ts';
import { updateOwnName, updatePasswordHash } from '../users/index.ts';
import { outside, UserError, type Handlers, type OutsideContext } from '../../base/handlers.ts';
import { passwordChangedMail } from '../../base/mail/index.ts';
import { hashToSet } from '../../base/secrets/set-password.ts';
import { changeImage } from './change-image.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { deleteEmailLinks } from './email-queries.ts';
import { saved } from '../../base/lib/versions.ts';
import { deleteLoginLinks } from './link-queries.ts';
import { deleteSessionsOf } from './queries.ts';
import { findProfile, holdsPassword, lockPerson } from './person-queries.ts';

/** Calls of My Account. */
export const profileCalls = {
  profile: outside(async ({ name, email, password, new_password: chosen, version }, context) => {
    if (password !== undefined && chosen !== undefined) {
      await changePassword({ current: password, chosen }, context);
      return { message: messages.passwordChanged, data: null };
    }
    const { user, transaction, origin } = context;
    if (email !== undefined && email !== user.email.toLowerCase()) {
      throw new UserError(messages.emailOnlyByLink, { status: 422, errors: { email: messages.emailOnlyByLink } });
    }
    if (name === undefined) throw new Error('the contract lets a name or a password through');
    await transaction(async (tx) => {
      await lockPerson(tx, user.id);
      await updateOwnName(tx, {
        agencyId: user.agencyId,
        id: user.id,
        ...saved({ name: (await findProfile(tx, user)).name }, { name, version }),
      });
      await audit(tx, { user, origin, action: 'profile-edited' });
    });
    return { message: messages.profileUpdated, data: null };
  }),

  'change-image': outside(changeImage),
} satisfies Partial<Handlers>;

/** Sets the new password, and ends every other session and every link sent for the old one. */
async function changePassword(
  { current, chosen }: { current: string; chosen: string },
  context: OutsideContext,
): Promise<void> {
  const { user, transaction, origin } = context;
  const person = await confirmPassword(context, current);
  const passwordHash = await hashToSet(chosen, context);
  if (passwordHash === null) throw new Error('the contract lets a blank password through');
  await transaction(async (tx) => {
    if (!(await holdsPassword(tx, person))) throw wrongPassword();
    await updatePasswordHash(tx, { id: user.id, passwordHash });
    await deleteSessionsOf(tx, { userId: user.id, exceptId: user.sessionId });
    await deleteLoginLinks(tx, { userId: user.id });
    await deleteEmailLinks(tx, { userId: user.id });
    await passwordChangedMail(tx, user);
    await audit(tx, { user, origin, action: 'password-changed' });
  });
}
