import type { Tx } from '#db/database.ts';
import { bestHour, bestTimeNeeds, pointsOf } from '#rules/engagement.ts';
import { listMeasured } from '../../insight/engagement/queries.ts';

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
