/** The people of sessions and links. */

import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { SignedIn } from '../../base/handlers.ts';

type Standing = { membership: string; is_reseller: boolean; is_white_label: boolean };

/** A team member has the agency's plans, which are its owner's; `enter_session` has the same rule. */
const ofAgency = <Column extends keyof Standing>(column: Column) =>
  sql<Standing[Column]>`coalesce((
  select owner.${sql.ref(column)} from users owner
  where users.role = 'member' and owner.agency_id = users.agency_id and owner.role = 'owner'
    and owner.deleted_at is null
  order by owner.created_at, owner.id limit 1
), users.${sql.ref(column)})`.as(column);

/** The columns of `PersonRow`. */
export const personColumns = [
  'users.id',
  'users.agency_id',
  'users.role',
  'users.name',
  'users.email',
  ofAgency('membership'),
  ofAgency('is_reseller'),
  ofAgency('is_white_label'),
] as const;

/** A person by a session or link. */
export type PersonRow = {
  id: string;
  agency_id: string;
  role: SignedIn['role'];
  name: string;
  email: string;
  membership: string;
  is_reseller: boolean;
  is_white_label: boolean;
};

/** The person who signs in with an email (lower case), and the hash of their password, in any agency. */
export const findByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select([...personColumns, 'users.password_hash'])
    .where(sql`lower(email)`, '=', email)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not email_elsewhere`)
    .executeTakeFirst();

/** Whether an existing person's password still has this hash; locked until the end of the transaction. */
export async function holdsPassword(tx: Tx, person: { id: string; password_hash: string | null }): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', person.id)
    .where('password_hash', '=', person.password_hash)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes log-ins of a person, and every other check of the password, wait until the end of the transaction. */
export async function lockPerson(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** A person's data for the browser. */
export async function findProfile(tx: Tx, user: { id: string; agencyId: string }) {
  return tx
    .selectFrom('users')
    .innerJoin('agencies', 'agencies.id', 'users.agency_id')
    .leftJoin('files', 'files.id', 'users.image_file_id')
    .select([
      ...personColumns,
      'users.created_at',
      'users.earning_cents',
      'users.frequency',
      'users.company',
      'users.description',
      'agencies.name as agency_name',
      'agencies.lapsed_at',
      'agencies.suspended_at',
      'files.name as image_name',
      'files.thumbnail_name as image_thumbnail_name',
    ])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('users as sample')
            .select('sample.id')
            .where('sample.is_sample', '=', true)
            .whereRef('sample.agency_id', '=', 'users.agency_id')
            .where('sample.deleted_at', 'is', null),
        )
        .as('has_sample'),
    )
    .where('users.id', '=', user.id)
    .where('users.agency_id', '=', user.agencyId)
    .executeTakeFirstOrThrow();
}
export type ProfileRow = Awaited<ReturnType<typeof findProfile>>;

/** An existing person of an agency. */
export const findPerson = (tx: Tx, key: { agencyId: string; id: string }) =>
  tx
    .selectFrom('users')
    .select(personColumns)
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
