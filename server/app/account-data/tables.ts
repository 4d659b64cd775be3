/** The tables and columns of a download: listed from the database itself, so that a later table cannot be missed. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import skipped from './skipped-tables.json' with { type: 'json' };

/** An exported table: without the columns in `hidden`; its rows are those with the agency's id in `owner`. */
export type ExportedTable = { name: string; owner: 'id' | 'agency_id'; hidden: string[]; columns: string[] };

/** Why a table of agencies is not exported, by its name. */
export const skippedTables: ReadonlyMap<string, string> = new Map(Object.entries(skipped));

/**
 * Whether a column is a secret or grants access: by its name, so that later columns of this kind are hidden too.
 * `remote_ids` contain addresses at networks that accept uploads without a token; a file's checksum is not a secret.
 * `email_elsewhere` reveals another agency's people.
 */
export const isHidden = ({ name, type }: { name: string; type: string }): boolean =>
  (type === 'bytea' && name !== 'sha256') ||
  /(^|_)(hash|token|tokens|secret|secrets|password|credentials|sealed|ciphertext)(_|$)/.test(name) ||
  /^(found|email_elsewhere|remote_ids|ticket|object_name|run|renewing_by|worker|last_step)$/.test(name);

/** Every table that belongs to agencies, by name, without those that are skipped. */
export async function listTables(tx: Tx): Promise<ExportedTable[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname, a.attnum`.execute(tx);
  return [...Map.groupBy(rows, ({ table }) => table)].flatMap(([name, columns]): ExportedTable[] => {
    const owner =
      name === 'agencies' ? 'id' : columns.some((column) => column.name === 'agency_id') ? 'agency_id' : null;
    if (owner === null || skippedTables.has(name)) return [];
    const hidden = columns.filter(isHidden).map((column) => column.name);
    return [
      {
        name,
        owner,
        hidden,
        columns: columns.map((column) => column.name).filter((column) => !hidden.includes(column)),
      },
    ];
  });
}
