import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** Until the end of the transaction, nobody else checks whether to create the first owner. */
export async function lockFirstOwner(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first-owner', 0))`.execute(tx);
}

/** Whether an owner exists. */
export async function hasOwner(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The first owner, if no start has printed the password and nobody has logged in yet; otherwise undefined. */
export const findUnnotifiedOwner = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('audit_entries as made', (join) =>
      join.onRef('made.user_id', '=', 'users.id').on('made.action', '=', 'first-owner-made'),
    )
    .select(['users.id', 'users.agency_id', 'users.email'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('users as sample')
            .select('sample.id')
            .whereRef('sample.agency_id', '=', 'users.agency_id')
            .where('sample.is_sample', '=', true),
        )
        .as('has_sample'),
    )
    .where('users.deleted_at', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('audit_entries as later')
            .select('later.id')
            .whereRef('later.user_id', '=', 'users.id')
            .where('later.action', 'in', ['first-owner-told', 'signed-in', 'password-reset', 'master-login-used']),
        ),
      ),
    )
    .executeTakeFirst();

/** Every owner with the agency, oldest first. */
export const listOwners = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('agencies', 'agencies.id', 'users.agency_id')
    .select([
      'users.id',
      'users.agency_id',
      'users.email',
      'users.name',
      'users.membership',
      'users.created_at',
      'agencies.name as agency_name',
    ])
    .where('users.role', '=', 'owner')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .execute();
