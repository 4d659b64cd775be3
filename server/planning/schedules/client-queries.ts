import { sql, type RawBuilder } from 'kysely';

/**
 * The ids of all schedules of a client, also deleted ones, as an array that is read once per statement: looking up the
 * schedule of each post of the agency read three pages a post.
 */
export const schedulesOf = ({
  agencyId,
  clientId,
}: {
  agencyId: string;
  clientId: string;
}): RawBuilder<string[]> => sql`
  array(select s.id from schedules s where s.agency_id = ${agencyId} and s.user_client_id = ${clientId})`;
