import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { bestHour, bestTimeNeeds, pointsOf } from '#rules/engagement.ts';

/** A measured post of an account. */
export type MeasuredRow = {
  account_id: string;
  network: NetworkId;
  published_at: Date;
  likes: string | null;
  comments: string | null;
  shares: string | null;
  views: string | null;
};

/**
 * The figures of a client's accounts since a day, and the zone in which the client's posts are planned (its newest
 * schedule's, else the agency's).
 */
export async function listMeasured(
  tx: Tx,
  { agencyId, clientId, since }: { agencyId: string; clientId: string; since: Date },
): Promise<{ rows: MeasuredRow[]; zone: string }> {
  const { rows } = await sql<MeasuredRow>`
    select e.account_id, a.network, e.published_at, e.likes, e.comments, e.shares, e.views
    from engagements e
    join social_accounts a on a.id = e.account_id
    where e.agency_id = ${agencyId} and a.user_id = ${clientId} and a.deleted_at is null
      and e.published_at >= ${since} and e.read_at is not null`.execute(tx);
  return { rows, zone: await zoneOfClient(tx, { agencyId, clientId }) };
}

/** The zone in which a client's posts are planned: its newest schedule's, else the agency's. */
export async function zoneOfClient(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
): Promise<string> {
  const {
    rows: [zone],
  } = await sql<{ timezone: string }>`
    select coalesce(
      (select s.timezone from schedules s where s.agency_id = ${agencyId} and s.user_client_id = ${clientId}
        order by s.id desc limit 1),
      (select a.timezone from agencies a where a.id = ${agencyId})) as timezone`.execute(tx);
  return zone?.timezone ?? 'UTC';
}

const dayMs = 86_400_000;

/**
 * The hour of the day (0 to 23) with the best posts of a client over all its accounts, null if too few are measured,
 * and the zone in which its posts are planned.
 */
export async function bestHourOfClient(
  tx: Tx,
  { agencyId, clientId, now }: { agencyId: string; clientId: string; now: Date },
): Promise<{ hour: number | null; zone: string }> {
  const since = new Date(now.getTime() - bestTimeNeeds.days * dayMs);
  const { rows, zone } = await listMeasured(tx, { agencyId, clientId, since });
  const numberOf = (figure: string | null): number | null => (figure === null ? null : Number(figure));
  const measured = rows.flatMap(({ published_at: publishedAt, likes, comments, shares, views }) => {
    const points = pointsOf({
      likes: numberOf(likes),
      comments: numberOf(comments),
      shares: numberOf(shares),
      views: numberOf(views),
    });
    return points === null ? [] : [{ publishedAt, points }];
  });
  return { hour: bestHour(measured, zone), zone };
}
