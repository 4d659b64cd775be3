import { sql } from 'kysely';

/**
 * Whether an occurrence `o` has an uncertain delivery. Use it for failed occurrences only: theirs are all left to a
 * person, and the others need no look-up.
 */
export const isUncertain = sql`exists (select from deliveries d where d.occurrence_id = o.id
  and d.state = 'uncertain')`;

/**
 * Whether an occurrence `o` has a delivery that a person is to post by hand now. Use it only for scheduled occurrences
 * whose time has come.
 */
export const isByHand = sql`exists (
  select from deliveries d where d.occurrence_id = o.id and d.state = 'waiting' and d.next_at = 'infinity')`;
