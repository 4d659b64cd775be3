import type { Tx } from '#db/database.ts';

/** Adds an agency; answers its id. */
export async function insertAgency(tx: Tx, agency: { name: string }): Promise<string> {
  const row = await tx.insertInto('agencies').values({ name: agency.name }).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Whether anybody owns an agency here yet. */
export async function hasOwner(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('users').select('id').where('role', '=', 'owner').where('deleted_at', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Every owner with the agency, oldest first. */
export const listOwners = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('agencies', 'agencies.id', 'users.agency_id')
    .select(['users.id', 'users.agency_id', 'users.email', 'users.name', 'users.membership', 'users.created_at', 'agencies.name as agency_name'])
    .where('users.role', '=', 'owner')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .execute();
