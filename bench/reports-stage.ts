/** A month of posts for measuring: all published, each with two readings. */
import type { Database } from '#db/database.ts';
import { planDeliveries, type Accounts } from './publishing-stage.ts';

/** A text in several scripts, as a busy client has them. */
const words = 'Fresh bread, свежий хлеб, خبز طازج 🥖';

/** Puts so many published posts into a month ('YYYY-MM'), evenly, in turn to each account. */
export async function publishMonth(
  accounts: Accounts,
  { month, posts }: { month: string; posts: number },
): Promise<void> {
  const first = Date.parse(`${month}-01T06:00:00Z`);
  await planDeliveries(accounts, {
    name: words,
    deliveries: Array.from({ length: posts }, (_, post) => ({
      account: post % accounts.accountIds.length,
      dueAt: new Date(first + Math.floor((post * 27 * 86_400_000) / posts)),
    })),
  });
  const { db, agencyId } = accounts;
  const run = (text: string): Promise<unknown> => db.pool.query(text, [agencyId]);
  await run(
    `update deliveries set state = 'published', next_at = 'infinity', finished_at = due_at, published_at = due_at,
       post_id = 'post-' || id, post_url = 'https://t.me/feed/' || id
     where agency_id = $1`,
  );
  await run(
    `insert into engagements (delivery_id, agency_id, account_id, published_at, read_at, likes, comments, views)
     select id, agency_id, account_id, published_at, published_at + interval '2 days', id % 90, id % 12, id % 9000
     from deliveries where agency_id = $1`,
  );
  await run(
    `insert into engagement_readings (delivery_id, agency_id, at, likes, comments, views)
     select delivery_id, agency_id, published_at + days * interval '1 day', likes * days / 2, comments * days / 2,
       views * days / 2
     from engagements, generate_series(1, 2) days where agency_id = $1`,
  );
  await analyze(db);
}

async function analyze({ pool }: Database): Promise<void> {
  for (const table of ['deliveries', 'occurrences', 'items', 'engagements', 'engagement_readings'])
    await pool.query(`vacuum analyze ${table}`);
}
