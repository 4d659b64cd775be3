/**
 * Deletes the rows of an agency, in tables that other folders own: to miss none, it lists the tables from the database
 * itself.
 */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { deleteAgency, lockAgency } from '../../people/agency/index.ts';

/** Every table with rows of agencies, those that refer to others before them; `agencies` itself is left for the end. */
export async function listTablesToEmpty(tx: Tx): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'agency_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`.execute(tx);
  const { rows: references } = await sql<{ from: string; to: string; sets: boolean }>`
    select f.relname as from, t.relname as to, r.confdeltype = 'n' as sets
    from pg_constraint r
    join pg_class f on f.oid = r.conrelid
    join pg_class t on t.oid = r.confrelid
    where r.contype = 'f' and f.relnamespace = 'public'::regnamespace and f.relname <> t.relname`.execute(tx);
  return childrenFirst(
    tables.map(({ name }) => name),
    references,
  );
}

type Reference = { from: string; to: string; sets: boolean };

/**
 * An order in which no row is deleted before the rows that need it. References that become null on deletion count too
 * (which saves look-ups), except where they form a cycle.
 */
export function childrenFirst(tables: readonly string[], references: readonly Reference[]): string[] {
  const left = new Set(tables);
  const order: string[] = [];
  const next = (counts: (reference: Reference) => boolean): string | undefined =>
    [...left].find(
      (table) =>
        !references.some((reference) => counts(reference) && reference.to === table && left.has(reference.from)),
    );
  while (left.size > 0) {
    const table = next(() => true) ?? next(({ sets }) => !sets);
    if (table === undefined) throw new Error(`tables refer to each other in a circle: ${[...left].join(', ')}`);
    left.delete(table);
    order.push(table);
  }
  return order;
}

/** The columns with names of stored files: table and column. */
const objectColumns: Readonly<Record<string, readonly string[]>> = {
  files: ['name', 'thumbnail_name'],
  media_fits: ['fitted_name'],
  data_exports: ['object_name'],
  report_pdfs: ['object_name'],
  dropped_files: ['name'],
  upload_pieces: ['name'],
};

/** Deletes the agency's rows of a table; answers the names of their stored files. */
export async function emptyTable(tx: Tx, { table, agencyId }: { table: string; agencyId: string }): Promise<string[]> {
  const names = (objectColumns[table] ?? []).map((column) => sql`${sql.ref(column)}::text`);
  const array = names.length === 0 ? sql`'{}'::text[]` : sql`array[${sql.join(names)}]`;
  const { rows } = await sql<{
    names: (string | null)[];
  }>`delete from ${sql.table(table)} where agency_id = ${agencyId} returning ${array} as names`.execute(tx);
  return rows.flatMap((row) => row.names).filter((name) => name !== null);
}

/**
 * Deletes the agency's own row, after rows added since its tables were emptied: its lock prevents further references.
 * Answers the names of their stored files.
 */
export async function deleteAgencyRow(tx: Tx, agencyId: string): Promise<string[]> {
  await lockAgency(tx, agencyId);
  const names: string[] = [];
  for (const table of await listTablesToEmpty(tx))
    for (const name of await emptyTable(tx, { table, agencyId })) names.push(name);
  await deleteAgency(tx, agencyId);
  return names;
}
