import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import type { Statement } from '#db/one-trip.ts';
import type { SignedIn } from '../handlers.ts';

/** How long a session lives without being used. */
const sessionDays = 30;

type Standing = { membership: string; is_reseller: boolean; is_white_label: boolean };

/** A team member may use what the agency may use, which is what its owner holds; `enter_session` says the same. */
const ofAgency = <Column extends keyof Standing>(column: Column) => sql<Standing[Column]>`coalesce((
  select owner.${sql.ref(column)} from users owner
  where users.role = 'member' and owner.agency_id = users.agency_id and owner.role = 'owner' and owner.deleted_at is null
  order by owner.created_at, owner.id limit 1
), users.${sql.ref(column)})`.as(column);

const personColumns = [
  'users.id', 'users.agency_id', 'users.role', 'users.name', 'users.email',
  ofAgency('membership'), ofAgency('is_reseller'), ofAgency('is_white_label'),
] as const;

/** A person as sessions and links know them. */
export type PersonRow = {
  id: string; agency_id: string; role: SignedIn['role']; name: string; email: string; membership: string;
  is_reseller: boolean; is_white_label: boolean;
};

const signedIn = (row: PersonRow, session: { id: string; openedBy: string; confirmedAt: Date | null }): SignedIn => ({
  id: row.id,
  agencyId: row.agency_id,
  sessionId: session.id,
  role: row.role,
  name: row.name,
  email: row.email,
  membership: row.membership,
  isReseller: row.is_reseller,
  isWhiteLabel: row.is_white_label,
  impersonated: session.openedBy === 'master-login',
  byLink: session.openedBy === 'connect-link',
  confirmedAt: session.confirmedAt,
});

type EnteredRow = PersonRow & { session_id: string; opened_by: string; seen_at: Date; confirmed_at: Date | null };

type SessionKey = { tokenHash: Buffer; now: Date };

/** Whether it is time to say that a session is in use: every five minutes, which is how exactly its last use is known. */
const isDueToLengthen = (row: EnteredRow, now: Date): boolean => row.opened_by === 'password' && now.getTime() - row.seen_at.getTime() > 300_000;

const personIn = (row: EnteredRow): SignedIn => signedIn(row, { id: row.session_id, openedBy: row.opened_by, confirmedAt: row.confirmed_at });

/**
 * Runs `work` in a transaction that sees the agency of a living session's person, or none with null. One look-up by a unique
 * index a call, so that a revoked session ends at once.
 */
export function enterSession<T>(db: Database, { tokenHash, now }: SessionKey, work: (tx: Tx, person: SignedIn | null) => Promise<T>): Promise<T> {
  // Whose deed it is goes into the history of deliveries with it.
  const opening = `select *, set_config('app.user_id', id::text, true) from enter_session('\\x${tokenHash.toString('hex')}', '${now.toISOString()}')`;
  return db.openedBy<EnteredRow, T>(opening, async (tx, [row]) => {
    if (row === undefined) return work(tx, null);
    if (isDueToLengthen(row, now)) await lengthenSession(tx, { id: row.session_id, now });
    return work(tx, personIn(row));
  });
}

const entering = 'select * from enter_session($1, $2)';

/** Reads by one statement as the agency of a living session's person, in one round trip; without such a session it reads nothing, for null. */
export async function readAsSession<Row extends object>(
  db: Database, { tokenHash, now, statement }: SessionKey & { statement: Statement },
): Promise<{ person: SignedIn | null; rows: Row[] }> {
  const [[entered], rows] = await db.readTogether<[EnteredRow, Row]>([{ text: entering, values: [tokenHash, now.toISOString()] }, statement]);
  if (entered === undefined) return { person: null, rows: [] };
  if (isDueToLengthen(entered, now)) await db.asAgency(entered.agency_id, (tx) => lengthenSession(tx, { id: entered.session_id, now }));
  return { person: personIn(entered), rows };
}

async function lengthenSession(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx.updateTable('sessions').set({ seen_at: now, expires_at: new Date(now.getTime() + sessionDays * 86_400_000) }).where('id', '=', id).execute();
}

/**
 * Opens a session for a person; a log-in has confirmed who that is. One by a master login ends after an hour, is never
 * lengthened and confirms nothing.
 */
export async function insertSession(tx: Tx, session: {
  person: PersonRow; tokenHash: Buffer; openedBy: 'password' | 'master-login'; address: string; userAgent: string; now: Date;
}): Promise<SignedIn> {
  const milliseconds = session.openedBy === 'master-login' ? 3_600_000 : sessionDays * 86_400_000;
  const confirmedAt = session.openedBy === 'password' ? session.now : null;
  const row = await tx
    .insertInto('sessions')
    .values({
      agency_id: session.person.agency_id,
      user_id: session.person.id,
      token_hash: session.tokenHash,
      opened_by: session.openedBy,
      user_agent: session.userAgent.slice(0, 300),
      address: session.address,
      created_at: session.now,
      seen_at: session.now,
      confirmed_at: confirmedAt,
      by_agency_password: (row) => row.selectFrom('users').select(sql<boolean>`password_by_agency and ${session.openedBy} = 'password'`.as('by')).where('id', '=', session.person.id),
      expires_at: new Date(session.now.getTime() + milliseconds),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return signedIn(session.person, { id: row.id, openedBy: session.openedBy, confirmedAt });
}

/** Ends one session. */
export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends all sessions of a user, but for `exceptId` where one is given. */
export async function deleteSessionsOf(tx: Tx, { userId, exceptId }: { userId: string; exceptId: string | null }): Promise<void> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId !== null) sessions = sessions.where('id', '!=', exceptId);
  await sessions.execute();
}

/** The person who signs in with an e-mail (lower case) and the password's hash, in any agency. */
export const findByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select([...personColumns, 'users.password_hash'])
    .where(sql`lower(email)`, '=', email)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not email_elsewhere`)
    .executeTakeFirst();

/** Whether a living person's password is still the one with this hash; it stays so until the end of the transaction. */
export async function holdsPassword(tx: Tx, person: { id: string; password_hash: string | null }): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', person.id)
    .where('password_hash', '=', person.password_hash)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps logins of a person, and whoever else checks the password, waiting until the end of the transaction. */
export async function lockPerson(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** What the browser knows of a person. */
export async function findProfile(tx: Tx, user: { id: string; agencyId: string }) {
  return tx
    .selectFrom('users')
    .innerJoin('agencies', 'agencies.id', 'users.agency_id')
    .leftJoin('files', 'files.id', 'users.image_file_id')
    .select([
      ...personColumns, 'users.created_at', 'users.earning_cents', 'users.frequency', 'users.company', 'users.description',
      'agencies.name as agency_name', 'files.name as image_name', 'files.thumbnail_name as image_thumbnail_name',
    ])
    .select((row) =>
      row.exists(row.selectFrom('users as sample').select('sample.id').where('sample.is_sample', '=', true)
        .whereRef('sample.agency_id', '=', 'users.agency_id').where('sample.deleted_at', 'is', null)).as('has_sample'))
    .where('users.id', '=', user.id)
    .where('users.agency_id', '=', user.agencyId)
    .executeTakeFirstOrThrow();
}
export type ProfileRow = Awaited<ReturnType<typeof findProfile>>;

export type LinkPurpose = 'reset-password' | 'set-password' | 'master-login' | 'second-factor';

/** Stores a link that stands in for a password once. */
export async function insertLoginLink(tx: Tx, link: {
  agencyId: string; userId: string; purpose: LinkPurpose; tokenHash: Buffer; now: Date; expiresAt: Date;
}): Promise<void> {
  await tx
    .insertInto('login_links')
    .values({
      agency_id: link.agencyId, user_id: link.userId, purpose: link.purpose, token_hash: link.tokenHash,
      created_at: link.now, expires_at: link.expiresAt,
    })
    .execute();
}

/** Whether a link is alive and of one of the purposes; it is not used up by this. */
export async function isLivingLink(tx: Tx, { tokenHash, purposes, now }: { tokenHash: Buffer; purposes: readonly LinkPurpose[]; now: Date }): Promise<boolean> {
  const row = await tx
    .selectFrom('login_links')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a link, if it is alive and of one of the purposes; answers whose it was. Of two who try at once one wins. */
export async function takeLoginLink(tx: Tx, link: { tokenHash: Buffer; purposes: readonly LinkPurpose[]; now: Date }) {
  const taken = await tx
    .updateTable('login_links')
    .set({ used_at: link.now })
    .where('token_hash', '=', link.tokenHash)
    .where('purpose', 'in', link.purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
    .returning('user_id')
    .executeTakeFirst();
  if (taken === undefined) return undefined;
  return tx
    .selectFrom('users')
    .select(personColumns)
    .where('id', '=', taken.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Whose living log-in a ticket is that waits for a code; it is not used up by this. */
export const findWaiting = (tx: Tx, { tokenHash, now }: { tokenHash: Buffer; now: Date }) =>
  tx
    .selectFrom('login_links')
    .innerJoin('users', 'users.id', 'login_links.user_id')
    .select(personColumns)
    .where('login_links.token_hash', '=', tokenHash)
    .where('login_links.purpose', '=', 'second-factor')
    .where('login_links.used_at', 'is', null)
    .where('login_links.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

/** Makes a user's other password links useless, once one of them or a new password has done its work, and log-ins that wait for a code. */
export async function deleteLoginLinks(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx
    .deleteFrom('login_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['reset-password', 'set-password', 'second-factor'])
    .where('used_at', 'is', null)
    .execute();
}

/** A living person of an agency. */
export const findPerson = (tx: Tx, key: { agencyId: string; id: string }) =>
  tx
    .selectFrom('users')
    .select(personColumns)
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Removes sessions and links whose time was over a week ago; what they did stands in the audit log. */
export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000);
  await tx.deleteFrom('sessions').where('expires_at', '<', weekAgo).execute();
  await tx.deleteFrom('login_links').where('expires_at', '<', weekAgo).execute();
}
