import type { Tx } from '#db/database.ts';
import { audit } from '../../base/audit/index.ts';
import { deleteFactor, deleteLoginLinks, deleteSessionsOf, findByEmail } from '../auth/index.ts';
import { factorMail } from '../../base/mail/index.ts';

/**
 * Turns two-step log-in off for a person who has lost the app and the recovery codes: they are signed out everywhere,
 * notified by mail, and it is recorded in the log. Throws for an unknown email and for a person who has it off.
 */
export async function resetSecondFactor(tx: Tx, { email }: { email: string }): Promise<void> {
  const person = await findByEmail(tx, email);
  if (person === undefined) throw new Error(`nobody here has the email ${email}`);
  if (!(await deleteFactor(tx, { agencyId: person.agency_id, userId: person.id })))
    throw new Error(`two-step log-in is off for ${email}`);
  await deleteSessionsOf(tx, { userId: person.id, exceptId: null });
  await deleteLoginLinks(tx, { userId: person.id });
  await factorMail(tx, person, 'reset');
  await audit(tx, {
    user: { id: person.id, agencyId: person.agency_id, impersonated: true },
    origin: { address: 'operator' },
    action: 'second-factor-reset',
    subjectKind: person.role,
    subjectId: person.id,
  });
}
