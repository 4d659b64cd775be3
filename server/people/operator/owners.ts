import { randomInt } from 'node:crypto';
import type { Database, Tx } from '#db/database.ts';
import { generatePassword } from '#rules/passwords.ts';
import { insertAgency } from '../agency/index.ts';
import { audit } from '../../base/audit/index.ts';
import { findByEmail } from '../auth/index.ts';
import { hashPassword } from '../../base/secrets/passwords.ts';
import { insertOwner, updateMembership, updatePasswordHash } from '../users/index.ts';
import type { Config } from '../../base/settings/config.ts';
import { findUnnotifiedOwner, hasOwner, lockFirstOwner } from './queries.ts';

/** A new owner. The agency gets the owner's name unless it has a name of its own. */
export type NewOwner = { email: string; name: string; agencyName?: string; password: string; membership: string };

/** All plans, which the first owner of an installation has. */
const allPlans = 'dfy__enterprise__unlimited';

/** A new owner with a hashed password, so that no transaction waits for hashing. */
type HashedOwner = Omit<NewOwner, 'password'> & { passwordHash: string };

/** Adds an owner with an agency of its own; returns both ids. Throws for an email that is in use. */
export async function createOwner(
  db: Database,
  { password, ...owner }: NewOwner,
): Promise<{ id: string; agencyId: string }> {
  const passwordHash = await hashPassword(password);
  return db.asSystem((tx) => insertOwnerWithAgency(tx, { ...owner, passwordHash }));
}

async function insertOwnerWithAgency(tx: Tx, owner: HashedOwner): Promise<{ id: string; agencyId: string }> {
  if ((await findByEmail(tx, owner.email)) !== undefined) throw new Error(`the email ${owner.email} is already in use`);
  const agencyId = await insertAgency(tx, { name: owner.agencyName ?? owner.name });
  const id = await insertOwner(tx, {
    agencyId,
    name: owner.name,
    email: owner.email,
    passwordHash: owner.passwordHash,
    membership: owner.membership,
  });
  await audit(tx, { ...byOperator({ id, agencyId }), action: 'owner-created', subjectKind: 'owner', subjectId: id });
  return { id, agencyId };
}

/** The first owner, for the message at start: with the password only if it was generated here. */
export type FirstOwner = { id: string; agencyId: string; email: string; password: string | null; hasSample: boolean };

/**
 * Creates the first owner if there is none, with a password from the settings or a generated one. Returns the text to
 * print; null if an owner exists who was printed before. After a start that was killed before printing, it generates
 * another password.
 */
export async function createFirstOwner(
  db: Database,
  config: Pick<Config, 'ownerEmail' | 'ownerPassword'>,
): Promise<FirstOwner | null> {
  const email = config.ownerEmail ?? 'owner@agencyreel.test';
  const password = config.ownerPassword ?? generatePassword(randomInt);
  const shown = config.ownerPassword === null ? password : null;
  // First checked without the lock, since most starts have nothing to hash.
  if (await db.asSystem(async (tx) => (await hasOwner(tx)) && (await findUnnotifiedOwner(tx)) === undefined))
    return null;
  const passwordHash = await hashPassword(password);
  return db.asSystem(async (tx) => {
    await lockFirstOwner(tx);
    if (!(await hasOwner(tx)))
      return { ...(await insertFirstOwner(tx, { email, passwordHash })), email, password: shown, hasSample: false };
    const untold = await findUnnotifiedOwner(tx);
    if (untold === undefined) return null;
    if (shown !== null) await updatePasswordHash(tx, { id: untold.id, passwordHash });
    return {
      id: untold.id,
      agencyId: untold.agency_id,
      email: untold.email,
      password: shown,
      hasSample: Boolean(untold.has_sample),
    };
  });
}

async function insertFirstOwner(
  tx: Tx,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<{ id: string; agencyId: string }> {
  const ids = await insertOwnerWithAgency(tx, {
    email,
    name: 'Alex Owner',
    agencyName: 'My Agency',
    passwordHash,
    membership: allPlans,
  });
  await audit(tx, { ...byOperator(ids), action: 'first-owner-made' });
  return ids;
}

/**
 * The first owner for a production process, where nobody reads a password from the terminal: created from the settings
 * if both are set and no owner exists; if several processes start, the first one creates it. Returns the line to print,
 * null if there is none.
 */
export async function provideFirstOwner(
  db: Database,
  { ownerEmail, ownerPassword }: Pick<Config, 'ownerEmail' | 'ownerPassword'>,
): Promise<string | null> {
  if (await db.asSystem(hasOwner)) return null;
  if (ownerEmail === null || ownerPassword === null) {
    return (
      'nobody can sign in yet; create the first owner: npm run admin -- create-owner --email=you@example.com ' +
      `--plan=${allPlans.replaceAll('__', ',')}`
    );
  }
  const passwordHash = await hashPassword(ownerPassword);
  return db.asSystem(async (tx) => {
    await lockFirstOwner(tx);
    if (await hasOwner(tx)) return null;
    await insertFirstOwner(tx, { email: ownerEmail, passwordHash });
    return `created the first owner, ${ownerEmail}, with the password in OWNER_PASSWORD`;
  });
}

/** Records that the first owner's password has been shown, so that no later start generates another. */
export const markOwnerNotified = (db: Database, owner: { id: string; agencyId: string }): Promise<void> =>
  db.asSystem((tx) => audit(tx, { ...byOperator(owner), action: 'first-owner-told' }));

const byOperator = ({ id, agencyId }: { id: string; agencyId: string }) => ({
  user: { id, agencyId, impersonated: false },
  origin: { address: 'operator' },
});

/** Changes an owner's plans, from the owner's next call on. Throws if the email is not an owner's. */
export async function setPlan(tx: Tx, { email, membership }: { email: string; membership: string }): Promise<void> {
  const owner = await findByEmail(tx, email);
  if (owner === undefined || owner.role !== 'owner') throw new Error(`there is no owner with the email ${email}`);
  await updateMembership(tx, { id: owner.id, membership });
  await audit(tx, {
    user: { id: owner.id, agencyId: owner.agency_id, impersonated: true },
    origin: { address: 'operator' },
    action: 'plan-set',
    details: { membership },
  });
}
