/** `npm run dump-schema`: migrates an empty database and writes db/schema.sql and db/tables.ts from the result. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#db/migrate.ts';
import { emptyDatabase } from '#db/testing.ts';
import { readCatalog } from './catalog.ts';
import { tablesTs } from './generate-tables.ts';
import { schemaSql } from './schema-sql.ts';

/** The two generated files, by path. */
export async function dumpSchema(): Promise<{ path: string; text: string }[]> {
  await using database = await emptyDatabase();
  await migrate(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const catalog = await readCatalog(client);
    return [
      { path: fileURLToPath(new URL('../db/schema.sql', import.meta.url)), text: schemaSql(catalog) },
      { path: fileURLToPath(new URL('../db/tables.ts', import.meta.url)), text: tablesTs(catalog) },
    ];
  } finally {
    await client.end();
  }
}

if (import.meta.main) for (const { path, text } of await dumpSchema()) writeFileSync(path, text);
