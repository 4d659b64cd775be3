import type { Tx } from '#db/database.ts';
import { audit } from '../../base/audit/index.ts';
import { findByEmail, insertLoginLink } from '../auth/index.ts';
import { newToken } from '../../base/secrets/tokens.ts';

const lifetimeMs = 5 * 60_000;

/**
 * A token that signs an operator in as this person: valid once, for five minutes, stored as a hash, audited. Throws for
 * an unknown email.
 */
export async function makeMasterLogin(
  tx: Tx,
  { email, now }: { email: string; now: Date },
): Promise<{ token: string }> {
  const person = await findByEmail(tx, email);
  if (person === undefined) throw new Error(`nobody here has the email ${email}`);
  const { token, hash } = newToken();
  const key = { agencyId: person.agency_id, userId: person.id };
  await insertLoginLink(tx, {
    ...key,
    purpose: 'master-login',
    tokenHash: hash,
    now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  });
  await audit(tx, {
    user: { id: person.id, agencyId: person.agency_id, impersonated: true },
    origin: { address: 'operator' },
    action: 'master-login-made',
    subjectKind: person.role,
    subjectId: person.id,
  });
  return { token };
}
