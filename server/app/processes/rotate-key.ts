/** `npm run admin -- rotate-key`: seals every secret of the database with the new key. */
import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import type { Config } from '../../base/settings/config.ts';
import { fingerprintOf, forgetKeyBefore } from '../../base/secrets/own-key.ts';
import { keyIdOf, openSecrets, type Secrets } from '../../base/secrets/secrets.ts';

/**
 * Every column with sealed values, with the agency and the owner to which each value is bound (SQL). The search at the
 * end finds a column that is missing here.
 */
export const sealedColumns: readonly { table: string; column: string; agency?: string; owner: string }[] = [
  { table: 'social_accounts', column: 'credentials', owner: "user_id || ':' || network || ':' || external_id" },
  { table: 'second_factors', column: 'secret', owner: 'user_id' },
  { table: 'ai_keys', column: 'sealed', owner: 'agency_id' },
  { table: 'stripe_accounts', column: 'sealed_key', owner: 'endpoint_id' },
  { table: 'stripe_accounts', column: 'sealed_secret', owner: 'endpoint_id' },
  { table: 'report_links', column: 'token_sealed', owner: "client_id || ':' || month" },
  { table: 'connect_links', column: 'unsent_token', owner: 'id' },
  { table: 'connect_tickets', column: 'secrets', owner: "encode(token_hash, 'hex')" },
  { table: 'connect_tickets', column: 'found', owner: "encode(token_hash, 'hex')" },
  { table: 'agency_deletions', column: 'last_mail', agency: 'former_agency_id', owner: 'former_agency_id' },
];

const batch = 500;

/**
 * Reseals what the key before has sealed, in transactions of 500 values beside running processes. Interrupted, it
 * continues where it was when it is started again. Ends the rotation once nothing of the former key is left; throws an
 * Error of one line that names what is left.
 */
export async function rotateKey(
  db: Pick<Database, 'asSystem'>,
  { secretKey, secretKeyBefore }: Pick<Config, 'secretKey' | 'secretKeyBefore'>,
): Promise<string> {
  if (secretKey === null || secretKeyBefore === null)
    throw new Error('set the new key as SECRET_KEY and the one before as SECRET_KEY_BEFORE, in all processes');
  if (fingerprintOf(secretKey) === fingerprintOf(secretKeyBefore))
    throw new Error('SECRET_KEY and SECRET_KEY_BEFORE are the same key');
  const secrets = openSecrets(secretKey, secretKeyBefore);
  const sealedBefore = `v1.${keyIdOf(secretKeyBefore)}.`;
  let count = 0;
  for (const column of sealedColumns) {
    for (let done = -1; done !== 0; count += Math.max(0, done))
      done = await db.asSystem((tx) => resealSome(tx, { ...column, secrets, sealedBefore }));
  }
  const left = await db.asSystem((tx) => findSealed(tx, sealedBefore));
  if (left.length > 0) throw new Error(`values of the former key are left in ${left.join(', ')}: please report this`);
  await db.asSystem((tx) => forgetKeyBefore(tx));
  return `${count} secrets are sealed with SECRET_KEY. SECRET_KEY_BEFORE is no longer needed: remove it and restart.\n`;
}

type Column = (typeof sealedColumns)[number] & { secrets: Secrets; sealedBefore: string };

/** Reseals some values of a column and returns how many it found. */
async function resealSome(
  tx: Tx,
  { table, column, agency = 'agency_id', owner, secrets, sealedBefore }: Column,
): Promise<number> {
  const { rows } = await sql<{ at: string; agency: string; owner: string; sealed: string }>`
    select ctid::text as at, ${sql.raw(agency)}::text as agency, (${sql.raw(owner)})::text as owner,
      ${sql.ref(column)} as sealed
    from ${sql.table(table)} where starts_with(${sql.ref(column)}, ${sealedBefore}) limit ${batch}`.execute(tx);
  for (const row of rows) {
    const bound = { agencyId: row.agency, table, field: column, owner: row.owner };
    const sealed = secrets.seal(secrets.open(row.sealed, bound), bound);
    // A row that has changed meanwhile has another place; it is found again.
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
      where ctid = ${row.at}::tid and ${sql.ref(column)} = ${row.sealed}`.execute(tx);
  }
  return rows.length;
}

/** The columns, in any table, of which some text holds a value sealed with a key. */
async function findSealed(tx: Tx, sealedBefore: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name::text as table, column_name::text as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY') order by 1, 2`.execute(tx);
  const left: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql`select from ${sql.table(table)}
      where strpos(${sql.ref(column)}::text, ${sealedBefore}) > 0 limit 1`.execute(tx);
    if (rows.length > 0) left.push(`${table}.${column}`);
  }
  return left;
}
