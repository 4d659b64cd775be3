import { sql } from 'kysely';
import type { MemberSort } from '#contract/base/list-options.ts';
import type { Tx } from '#db/database.ts';
import { asRead, isBehind, ordering, orderOf, cursorOf, type ListOrder } from '../../base/lists/list-order.ts';
import { countFound, likePattern, pageSize } from '../../base/lists/paging.ts';

type Search = { agencyId: string; search: string };

const living = (tx: Tx, { agencyId, search }: Search) => {
  const rows = tx
    .selectFrom('users')
    .where('users.agency_id', '=', agencyId)
    .where('users.role', '=', 'member')
    .where('users.deleted_at', 'is', null);
  if (search === '') return rows;
  const pattern = likePattern(search);
  return rows.where((row) => row.or([row('users.name', 'ilike', pattern), row('users.email', 'ilike', pattern)]));
};

const memberRows = (tx: Tx, filter: Search) =>
  living(tx, filter)
    .leftJoin('files', 'files.id', 'users.image_file_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.created_at',
      'files.name as image_name',
      'files.thumbnail_name as image_thumbnail_name',
    ]);

/** The order of the list of team members, by its name in the call. */
export const memberOrder = (sort: MemberSort): ListOrder =>
  orderOf(sort, { id: sql`users.id`, keys: { created: [], name: [asRead(sql`users.name`)] } });

/** A page of an agency's team members in that order, searched by name or email. */
export const listMembers = (
  tx: Tx,
  { order, after, ...filter }: Search & { order: ListOrder; after: readonly string[] | null },
) =>
  memberRows(tx, filter)
    .select(cursorOf(order).as('cursor'))
    .where(isBehind(order, after))
    .orderBy(ordering(order))
    .limit(sql.lit(pageSize + 1))
    .execute();

/** How many team members a search finds, over all pages, up to `mostCounted` + 1. */
export const countMembers = (tx: Tx, filter: Search): Promise<number> =>
  countFound(tx, sql`from ${living(tx, filter).select('users.id')} found`);

/** One team member of the agency, or undefined. */
export const findMember = (tx: Tx, { agencyId, id }: { agencyId: string; id: string }) =>
  memberRows(tx, { agencyId, search: '' }).where('users.id', '=', id).executeTakeFirst();
export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** Adds a team member; returns the id. Throws PostgreSQL's unique violation on `users_email` for a taken email. */
export async function insertMember(
  tx: Tx,
  member: { agencyId: string; name: string; email: string; passwordHash: string },
): Promise<string> {
  const row = await tx
    .insertInto('users')
    .values({
      agency_id: member.agencyId,
      role: 'member',
      name: member.name,
      email: member.email,
      password_hash: member.passwordHash,
      password_by_agency: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Changes a person's name, and the password if a hash is passed. `byAgency`: somebody other than the person sets the
 * password.
 */
export async function updateNameAndPassword(
  tx: Tx,
  person: { agencyId: string; id: string; name: string; passwordHash: string | null; byAgency: boolean },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: person.name,
      ...(person.passwordHash === null
        ? {}
        : { password_hash: person.passwordHash, password_by_agency: person.byAgency }),
    })
    .where('agency_id', '=', person.agencyId)
    .where('id', '=', person.id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Removes a person of any role from every list, so that nobody can log in as them; their work stays. */
export async function deletePersonRow(tx: Tx, key: { agencyId: string; id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ deleted_at: key.now, password_hash: null })
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Removes all people of an agency from every list: none of them can log in any more, and their emails are free. */
export async function deleteEverybody(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ deleted_at: now, password_hash: null })
    .where('agency_id', '=', agencyId)
    .where('deleted_at', 'is', null)
    .execute();
}
