import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { ExportedTable } from './tables.ts';

/** The number of rows in memory at a time. */
const atOnce = 500;

/** The number of the agency's rows in a table. */
export async function countRows(tx: Tx, { name, owner }: ExportedTable, agencyId: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(name)} where ${sql.ref(owner)} = ${agencyId}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * The agency's rows of a table as the text of a JSON list, a few hundred rows in each chunk; `onRows` gets the number
 * in each. One table at a time in a transaction, read by a cursor.
 */
export async function* readTable(
  tx: Tx,
  { name, owner, hidden }: ExportedTable,
  { agencyId, onRows }: { agencyId: string; onRows: (count: number) => Promise<void> },
): AsyncGenerator<string> {
  await sql`
    declare exported no scroll cursor for
    select (to_jsonb(t) - ${sql.lit(`{${hidden.join(',')}}`)}::text[])::text as line
    from ${sql.table(name)} t
    where t.${sql.ref(owner)} = ${sql.lit(agencyId)}::bigint`.execute(tx);
  yield '[';
  let isFirst = true;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(atOnce)} from exported`.execute(tx);
    if (rows.length === 0) break;
    yield `${isFirst ? '' : ','}\n${rows.map(({ line }) => line).join(',\n')}`;
    isFirst = false;
    await onRows(rows.length);
  }
  yield '\n]\n';
  await sql`close exported`.execute(tx);
}
