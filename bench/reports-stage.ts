/** A month of posts for measuring: all published, each with two readings. */
import type { Database } from '#db/database.ts';
import { planDeliveries, type Accounts } from './publishing-stage.ts';

/** Texts as a busy client has them, in turn. */
const words = [
  'Fresh bread',
  'Why our rye bread rests for a day and a half before it is baked',
  'Öffnungszeiten an den Feiertagen',
  'Свежий хлеб каждое утро',
  'خبز طازج',
  'Behind the counter 🥖',
];

/** Posts are planned this far ahead and then set back as published, so that no running worker finds them due. */
const aheadMs = 3653 * 86_400_000;
const ahead = `interval '${aheadMs} milliseconds'`;

/** Puts published posts into a month ('YYYY-MM'), spread evenly, to each account in turn. */
export async function publishMonth(
  accounts: Accounts,
  { month, posts }: { month: string; posts: number },
): Promise<void> {
  const first = Date.parse(`${month}-01T06:00:00Z`) + aheadMs;
  const deliveries = Array.from({ length: posts }, (_, post) => ({
    account: post % accounts.accountIds.length,
    dueAt: new Date(first + Math.floor((post * 27 * 86_400_000) / posts)),
  }));
  for (const [which, name] of words.entries())
    await planDeliveries(accounts, {
      name,
      deliveries: deliveries.filter((_, post) => post % words.length === which),
    });
  const { db, agencyId } = accounts;
  const run = (text: string): Promise<unknown> => db.pool.query(text, [agencyId]);
  await run(
    `with occurrence as (
       update occurrences set due_at = due_at - ${ahead},
         local_at = to_char((due_at - ${ahead}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
       where agency_id = $1
     )
     update deliveries set state = 'published', next_at = 'infinity', due_at = due_at - ${ahead},
       finished_at = due_at - ${ahead}, published_at = due_at - ${ahead}, post_id = 'post-' || id,
       post_url = 'https://t.me/feed/' || id
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
