import { sql } from 'kysely';
import { byId } from '../../base/retention/index.ts';
import { isEnded } from '../fragments.ts';

/**
 * The history of posts that ended and on which no person acted: their attempts, which stay, say what happened. What a
 * person did to a post stays with all that was around it.
 */
export const oldHistory = byId({
  table: 'delivery_events',
  column: 'at',
  days: 'history',
  only: sql<boolean>`
    exists (select from deliveries d where d.id = t.delivery_id and ${sql.raw(isEnded)})
    and not exists (select from delivery_events p where p.delivery_id = t.delivery_id and p.user_id is not null)`,
});
