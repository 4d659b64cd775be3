/** Builders for tests of schedules: accounts of the server's owner, and forms to schedule. */
import type { Sent } from '#contract/index.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { upsertAccount } from '../../people/accounts/queries.ts';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';

/** The id of a connected account of a client (or owner), written straight into the database. */
export async function anAccount(
  server: TestServer,
  holder: TestPerson,
  network: NetworkId = 'telegram',
  name = 'feed',
): Promise<string> {
  const { row } = await server.db.asAgency(holder.agencyId, (tx) =>
    upsertAccount(tx, {
      agencyId: holder.agencyId,
      userId: holder.id,
      network,
      externalId: name,
      username: `@${name}`,
      profile: {},
      credentials: 'sealed',
      gapSeconds: 0,
      isSample: false,
    }),
  );
  return row.id;
}

/** The input of the wizard for a schedule: daily at 09:30 in Berlin from 2 June 2026 on, once. */
export const anOrder = (
  parts: Pick<Sent<'save-scheduler'>, 'user_client_id' | 'content_stream_id' | 'social_accounts'>,
): Sent<'save-scheduler'> => ({
  ...parts,
  schedule_date: '2026-06-02',
  hours: '9',
  minutes: '30',
  timezone: 'Europe/Berlin',
  re_purpose: 0,
  schedule_type: 'daily',
});

/** Plays the worker: settles the deliveries of the scheduled items with these titles. */
export async function settle(
  server: TestServer,
  scheduleId: string,
  titles: readonly string[],
  state: 'published' | 'failed' | 'missed',
): Promise<void> {
  const result = state === 'published' ? 'posted' : 'failed';
  await server.db.pool.query(
    `update deliveries d set state = $3, next_at = 'infinity', finished_at = d.due_at, post_url = case
      when $3 = 'published' then 'https://t.me/feed/1' end,
       message = case when $3 = 'published' then '' else 'The network said no' end
     from occurrences o join items i on i.id = o.item_id
     where d.occurrence_id = o.id and o.schedule_id = $1 and i.title = any($2)`,
    [scheduleId, titles, state],
  );
  await server.db.pool.query(
    'update occurrences o set state = $3 from items i where i.id = o.item_id and o.schedule_id = $1 and ' +
      'i.title = any($2)',
    [scheduleId, titles, result],
  );
}
