import type pg from 'pg';
import { infinity } from '#db/values.ts';
import { credentialsAssociatedData } from '#server/people/accounts/credentials.ts';
import type { Secrets } from '#server/base/secrets/secrets.ts';
import type { Feeds } from './feed.ts';
import type { Plan } from './plan.ts';

/**
 * The ids of a seed's first rows, by their index in the plan. The tables are empty before, so the ids are small
 * numbers.
 */
export type Rows = {
  agencyId: string;
  ownerId: string;
  clientIds: string[];
  streamIds: string[];
  accountIds: string[];
};

/** Writes the agency of a plan, without any schedule yet. */
export async function insertRows(
  client: pg.PoolClient,
  { plan, feeds, secrets }: { plan: Plan; feeds: Feeds; secrets: Secrets },
): Promise<Rows> {
  const ids = async (text: string, values: unknown[] = []): Promise<string[]> =>
    (await client.query<{ id: string }>(`${text} returning id`, values)).rows.map(({ id }) => id);
  const [agencyId = ''] = await ids(`insert into agencies (name) values ('Agency')`);
  const [ownerId = '', ...clientIds] = await ids(
    `insert into users (agency_id, role, name, email, approval)
     select $1, case when n = 0 then 'owner' else 'client' end, 'Person', 'person-' || n || '@example.test', case
       when ($3::boolean[])[n] then 'client' else 'none' end
     from generate_series(0, $2::int) n order by n`,
    [agencyId, plan.clients, plan.approval.clients],
  );
  const streamIds = await ids(
    `insert into streams (agency_id, type, title) select $1, 'text', 'Stream' from generate_series(1, $2::int)`,
    [agencyId, plan.streams.length],
  );
  for (const [index, streamId] of streamIds.entries()) {
    await ids(
      `insert into items (agency_id, stream_id, sequence, title, description) select $1, $2, n, 'item ' || n, 'words'
        from generate_series(1, $3::int) n`,
      [agencyId, streamId, plan.streams[index]],
    );
  }
  const accountIds: string[] = [];
  for (const [index, { client: holder, network, lastsMs }] of plan.accounts.entries()) {
    const userId = clientIds[holder] ?? '';
    const externalId = `${network}-${index}`;
    const credentials = secrets.seal(
      JSON.stringify(feeds.issue(externalId, lastsMs)),
      credentialsAssociatedData({ agencyId, userId, network, externalId }),
    );
    const endsAt = feeds.account(externalId).endsAt;
    accountIds.push(
      ...(await ids(
        `insert into social_accounts (agency_id, user_id, network, external_id, username, credentials, gap_seconds,
          expires_at) values ($1, $2, $3, $4, 'name', $5, $6, $7)`,
        [
          agencyId,
          userId,
          network,
          externalId,
          credentials,
          plan.gapSeconds.get(network) ?? 0,
          endsAt < infinity.future.getTime() ? new Date(endsAt) : null,
        ],
      )),
    );
  }
  return { agencyId, ownerId, clientIds, streamIds, accountIds };
}
