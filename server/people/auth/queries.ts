/** Enters, opens and ends sessions. */

import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import type { Statement } from '#db/one-trip.ts';
import type { SignedIn } from '../../base/handlers.ts';
import { heldIn, type ClaimedRow, type Held, type Press } from '../../base/idempotency/index.ts';
import type { PersonRow } from './person-queries.ts';
import { byTime } from '../../base/retention/index.ts';

/** How long a session lasts without use. */
const sessionDays = 30;

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

/** Whether to record a session's use: every five minutes, so that its last use is known to within that. */
const isDueToLengthen = (row: EnteredRow, now: Date): boolean =>
  row.opened_by === 'password' && now.getTime() - row.seen_at.getTime() > 300_000;

const personIn = (row: EnteredRow): SignedIn =>
  signedIn(row, { id: row.session_id, openedBy: row.opened_by, confirmedAt: row.confirmed_at });

type Entering = SessionKey & { isSnapshot?: boolean; press?: Press | null };

/**
 * Runs `work` in a transaction that sees the agency of a valid session's person, or none with null. One look-up by a
 * unique index per call, so that a revoked session ends at once. With `isSnapshot` all of its reads see the rows of one
 * instant; a write that conflicts with a concurrent transaction then throws 40001. The key of a `press` is claimed with
 * it, and `work` gets what it held.
 */
export function enterSession<T>(
  db: Database,
  { tokenHash, now, isSnapshot = false, press = null }: Entering,
  work: (tx: Tx, person: SignedIn | null, held: Held) => Promise<T>,
): Promise<T> {
  // The history of deliveries records the person as well.
  const isolation = isSnapshot ? 'set transaction isolation level repeatable read; ' : '';
  const session = `enter_session('\\x${tokenHash.toString('hex')}', '${now.toISOString()}') e`;
  const asPerson = `set_config('app.user_id', e.id::text, true)`;
  const opening =
    press === null
      ? `${isolation}select e.*, ${asPerson} from ${session}`
      : `${isolation}select e.*, h.* from ${session}, ${press.claim({ agency: 'e.agency_id', person: asPerson })} h`;
  return db.openedBy<EnteredRow & ClaimedRow, T>(opening, async (tx, [row]) => {
    if (row === undefined) return work(tx, null, null);
    if (isDueToLengthen(row, now)) await lengthenSession(tx, { id: row.session_id, now });
    return work(tx, personIn(row), heldIn(row));
  });
}

const entering = 'select * from enter_session($1, $2)';

/**
 * Reads with one statement as the agency of a valid session's person, in one round trip; null without such a session.
 */
export async function readAsSession<Row extends object>(
  db: Database,
  { tokenHash, now, statement }: SessionKey & { statement: Statement },
): Promise<{ person: SignedIn | null; rows: Row[] }> {
  const [[entered], rows] = await db.readTogether<[EnteredRow, Row]>([
    { text: entering, values: [tokenHash, now.toISOString()] },
    statement,
  ]);
  if (entered === undefined) return { person: null, rows: [] };
  if (isDueToLengthen(entered, now))
    await db.asAgency(entered.agency_id, (tx) => lengthenSession(tx, { id: entered.session_id, now }));
  return { person: personIn(entered), rows };
}

async function lengthenSession(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ seen_at: now, expires_at: new Date(now.getTime() + sessionDays * 86_400_000) })
    .where('id', '=', id)
    .execute();
}

/**
 * Opens a session for a person; a log-in confirms their identity. A session by a master login ends after an hour, is
 * never extended and confirms nothing.
 */
export async function insertSession(
  tx: Tx,
  session: {
    person: PersonRow;
    tokenHash: Buffer;
    openedBy: 'password' | 'master-login';
    address: string;
    userAgent: string;
    now: Date;
  },
): Promise<SignedIn> {
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
      by_agency_password: (row) =>
        row
          .selectFrom('users')
          .select(sql<boolean>`password_by_agency and ${session.openedBy} = 'password'`.as('by'))
          .where('id', '=', session.person.id),
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

/** Ends all sessions of a user, except `exceptId` if given. */
export async function deleteSessionsOf(
  tx: Tx,
  { userId, exceptId }: { userId: string; exceptId: string | null },
): Promise<void> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId !== null) sessions = sessions.where('id', '!=', exceptId);
  await sessions.execute();
}

/** Sessions stay for a week after they expired; their actions stay in the audit log. */
export const oldSessions = byTime({ table: 'sessions', column: 'expires_at', days: 7 });
/** Links stay for a week after they expired. */
export const oldLoginLinks = byTime({ table: 'login_links', column: 'expires_at', days: 7 });
