import { sql } from 'kysely';
import type { Retention } from '../../base/retention/index.ts';

/**
 * The readings of posts that were published long ago, but for each post's last one, which reports and totals need. The
 * posts are found in the order in which they were published, by the index of deliveries; `thinned_until` says how far
 * earlier runs came, so that none is read twice and the readings need no index by time.
 */
export const oldReadings: Retention = {
  table: 'engagement_readings',
  days: 'readings',
  async deleteBatch(tx, { before, limit }) {
    const { rows } = await sql<{ posts: number; deleted: number }>`
      with progress as materialized (
        select thinned_until from engagement_progress for update
      ), posts as materialized (
        select d.id, d.published_at from deliveries d
        where d.state = 'published' and d.published_at > (select thinned_until from progress)
          and d.published_at < ${before}
        order by d.published_at
        fetch first ${sql.lit(Math.ceil(limit / readingsPerPost))} rows with ties
      ), thinned as (
        delete from engagement_readings r using posts
        where r.delivery_id = posts.id and r.at < (
          select max(latest.at) from engagement_readings latest where latest.delivery_id = posts.id)
        returning r.delivery_id
      ), noted as (
        update engagement_progress set thinned_until = (select max(published_at) from posts)
        where exists (select from posts)
      )
      select (select count(*)::int from posts) as posts, (select count(*)::int from thinned) as deleted`.execute(tx);
    const { posts = 0, deleted = 0 } = rows[0] ?? {};
    return { deleted, next: posts === 0 ? null : '0' };
  },
};

/** A post is read at six ages (`readAges`). */
const readingsPerPost = 5;
