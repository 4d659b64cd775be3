import type { Database } from '#db/database.ts';
import type { Role } from '#rules/permissions.ts';
import { hashPassword } from '../../base/secrets/passwords.ts';
import { newToken } from '../../base/secrets/tokens.ts';

/** A signed-in person: `token` goes into the Authorization header. */
export type TestPerson = { id: string; agencyId: string; role: Role; name: string; email: string; token: string };

/** The facts of a person that a test may set; the rest is made up. */
export type PersonOptions = {
  /** Without one the person gets a new agency. */
  agencyId?: string;
  name?: string;
  email?: string;
  membership?: string;
  /** Without one the person has a session but cannot log in. */
  password?: string;
  isReseller?: boolean;
  isWhiteLabel?: boolean;
};

/**
 * The least that argon2id accepts: a hundred log-ins of a test would otherwise keep a processor busy for seven seconds.
 */
const cheap = { memory: 8, passes: 1 };

let count = 0;

/**
 * Later than the clock of any test: the session is valid and its person has just confirmed their identity, whatever the
 * time.
 */
const endOfTests = new Date('2100-01-01T00:00:00Z');

/** A person with a valid session, written straight into the database. */
export async function aPerson(db: Database, { role, ...options }: PersonOptions & { role: Role }): Promise<TestPerson> {
  count += 1;
  const name = options.name ?? `${role} ${count}`;
  const email = options.email ?? `${role}-${count}@example.test`;
  const passwordHash = options.password === undefined ? null : await hashPassword(options.password, cheap);
  const { token, hash } = newToken();
  return db.asSystem(async (tx) => {
    const agencyId =
      options.agencyId ??
      (
        await tx
          .insertInto('agencies')
          .values({ name: `Agency ${count}` })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const user = await tx
      .insertInto('users')
      .values({
        agency_id: agencyId,
        role,
        name,
        email,
        password_hash: passwordHash,
        membership: options.membership ?? '',
        is_reseller: options.isReseller ?? false,
        is_white_label: options.isWhiteLabel ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('sessions')
      .values({
        agency_id: agencyId,
        user_id: user.id,
        token_hash: hash,
        confirmed_at: endOfTests,
        expires_at: endOfTests,
      })
      .execute();
    return { id: user.id, agencyId, role, name, email, token };
  });
}

/** The owner of a new agency. */
export const anOwner = (db: Database, options: PersonOptions = {}): Promise<TestPerson> =>
  aPerson(db, { ...options, role: 'owner' });

/** The owner of another agency. */
export const anotherAgency = anOwner;

/** A client of the owner's agency, with a session of its own. */
export const aClient = (db: Database, owner: TestPerson, options: PersonOptions = {}): Promise<TestPerson> =>
  aPerson(db, { agencyId: owner.agencyId, ...options, role: 'client' });

/** A member of the owner's agency. */
export const aMember = (db: Database, owner: TestPerson, options: PersonOptions = {}): Promise<TestPerson> =>
  aPerson(db, { agencyId: owner.agencyId, ...options, role: 'member' });
