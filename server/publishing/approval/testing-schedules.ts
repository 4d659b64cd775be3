/** Builder for tests of what is read about approvals: several schedules of one agency. */
import assert from 'node:assert/strict';
import type { Database } from '#db/database.ts';
import { planRound } from '#rules/planning.ts';
import { insertRound } from '../plan/rounds.ts';
import { aRoundToApprove } from './testing-approval.ts';

/** Two schedules of a client and one of another client, with two posts each that all wait for approval. */
export async function threeSchedules(db: Database, planned: { accounts?: number } = {}) {
  const query = (text: string, values: unknown[] = []) => db.pool.query<{ id: string }>(text, values);
  const stage = await aRoundToApprove(db, { items: 2, ...planned });
  const { agencyId, clientId, scheduleId, streamId, itemIds, accountIds } = stage;
  const { rows: clients } = await query(
    `insert into users (agency_id, role, name, email)
     values ($1, 'client', 'Other', 'other@example.test') returning id`,
    [agencyId],
  );
  const otherId = clients[0]?.id ?? '';
  const another = async (client: string): Promise<string> => {
    const { rows } = await query(
      `insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency, repurpose,
         needs_approval) values ($1, $2, $3, '2026-06-01 12:00', 'UTC', 'daily', false, true) returning id`,
      [agencyId, client, streamId],
    );
    const id = rows[0]?.id ?? '';
    await query('insert into schedule_accounts (schedule_id, account_id, agency_id) values ($1, $2, $3)', [
      id,
      accountIds[0],
      agencyId,
    ]);
    const plan = planRound({ origin: '2026-06-01 12:00', zone: 'UTC', frequency: 'daily', firstStep: 0, count: 2 });
    const round = { agencyId, scheduleId: id, round: 1, itemIds, accountIds, plan, now: stage.clock.now() };
    await stage.inAgency((tx) => insertRound(tx, round));
    return id;
  };
  const [second, foreign] = [await another(clientId), await another(otherId)];
  const postsOf = async (id: string): Promise<[string, string]> => {
    const { rows } = await query('select id from occurrences where schedule_id = $1 order by position', [id]);
    const [one, two] = rows;
    assert.ok(one && two);
    return [one.id, two.id];
  };
  const posts = { own: await postsOf(scheduleId), second: await postsOf(second), foreign: await postsOf(foreign) };
  return { ...stage, otherId, second, foreign, posts, userId: clientId };
}
