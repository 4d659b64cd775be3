import { sql } from 'kysely';

/**
 * Whether an occurrence `o` has an uncertain delivery. Ask it of failed ones only: theirs are all left to a person, and
 * all others need not be looked up.
 */
export const isUncertain = sql`exists (select from deliveries d where d.occurrence_id = o.id
  and d.state = 'uncertain')`;

/**
 * Whether an occurrence `o` has a delivery that a person is to post by hand now. Ask it of scheduled ones whose time
 * has come only.
 */
export const isByHand = sql`exists (
  select from deliveries d where d.occurrence_id = o.id and d.state = 'waiting' and d.next_at = 'infinity')`;
