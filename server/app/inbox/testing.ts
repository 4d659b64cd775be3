/** Builders for tests of the inbox. */
import type { Database } from '#db/database.ts';
import { aSchedule } from '../../publishing/testing.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { aMember, aPerson, type TestPerson } from '../testing/people.ts';

/** An agency with an owner, a member, a client and a schedule of `items` posts to one account each. */
export async function anAgencyWithPosts(db: Database, { items }: { items: number }) {
  const { agencyId, scheduleId, clientId, streamId, accountIds } = await aSchedule(db, { items });
  const owner = await aPerson(db, { role: 'owner', agencyId });
  const member = await aMember(db, owner);
  const { token, hash } = newToken();
  await db.pool.query(
    `insert into sessions (agency_id, user_id, token_hash, confirmed_at, expires_at)
     values ($1, $2, $3, '2100-01-01', '2100-01-01')`,
    [agencyId, clientId, hash],
  );
  const client: TestPerson = { ...owner, id: clientId, role: 'client', token };
  const { rows } = await db.pool.query<{ id: string; occurrence_id: string }>(
    'select id, occurrence_id from deliveries where schedule_id = $1 order by id',
    [scheduleId],
  );
  const deliveries = rows.map(({ id }) => id);
  const posts = rows.map((row) => row.occurrence_id);
  return { agencyId, scheduleId, clientId, streamId, accountIds, deliveries, posts, owner, member, client };
}

/** Fails deliveries at an instant, as the engine does. */
export const failing = (ids: readonly string[], at: string): [string, unknown[]] => [
  `update deliveries set state = 'failed', next_at = 'infinity', finished_at = $2 where id = any($1::bigint[])`,
  [ids, at],
];

/** The id of a notification that a person has not read. */
export async function aNotification(
  db: Database,
  { person, clientId }: { person: TestPerson; clientId: string },
): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into notifications (agency_id, user_id, client_id, kind, subject, first_at, at)
     values ($1, $2, $3, 'report.mailed', '2026-01', '2026-02-01', '2026-02-01') returning id`,
    [person.agencyId, person.id, clientId],
  );
  return rows[0]?.id ?? '';
}

/** Runs a statement in a call of a person. */
export async function byPerson(
  db: Database,
  { person, statement: [text, values] }: { person: TestPerson; statement: [string, unknown[]] },
): Promise<void> {
  const connection = await db.pool.connect();
  try {
    await connection.query(`begin; select set_config('app.user_id', '${person.id}', true)`);
    await connection.query(text, values);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}
