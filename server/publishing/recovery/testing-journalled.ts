/** A database that goes back to an earlier instant while the journal stays. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { openJournal } from '../../base/journal/index.ts';
import { aWorker, type Planned } from '../testing.ts';
import { aStage, type StageOptions } from '../testing-stage.ts';

/** Makes planned schedules whose workers keep a journal, and restores the database to an earlier instant. */
export const journalledOn =
  (db: Database) =>
  async (planned: Planned = {}, options: StageOptions = {}) => {
    await db.pool.query(`update installation set identity = '', compared_until = '-infinity', held_at = null,
    backup_at = null`);
    const journal = openJournal({ s3: null, dataDir: mkdtempSync(join(tmpdir(), 'journal-')) });
    const stage = await aStage(db, planned, { journal, ...options });
    const another = () => aWorker(db, { networks: stage.networks, clock: stage.clock, journal });
    const tables = ['occurrences', 'deliveries', 'attempts', 'social_accounts', 'schedules', 'installation'] as const;
    const kept: Record<string, string> = {};
    return {
      ...stage,
      journal,
      another,
      /** Copies the rows. */
      dump: async () => {
        for (const table of tables) {
          const { rows } = await db.pool.query<{ all: string }>(
            `select coalesce(json_agg(t), '[]')::text as all from ${table} t`,
          );
          kept[table] = rows[0]?.all ?? '[]';
        }
      },
      /** Brings back the copied rows, as a restore by hand does; the journal stays. */
      restore: async () => {
        await journal.close();
        const client = await db.pool.connect();
        await client.query('begin');
        await client.query('set constraints all deferred');
        await client.query('delete from unseen_deliveries');
        await client.query('delete from attempts');
        for (const table of tables.filter((name) => name !== 'attempts'))
          await client.query(
            `update ${table} t set (${await columnsOf(db, table)}) = (select ${await columnsOf(db, table, 'k')} from
            json_populate_recordset(null::${table}, $1) k where ${table === 'installation' ? 'true' : 'k.id = t.id'})`,
            [kept[table]],
          );
        await client.query(
          `insert into attempts overriding system value select * from json_populate_recordset(null::attempts, $1)`,
          [kept['attempts']],
        );
        await client.query('commit');
        client.release();
      },
    };
  };

async function columnsOf(db: Database, table: string, alias?: string): Promise<string> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and is_identity = 'NO'
      and column_name <> 'only_row' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}
