import pg from 'pg';

/** Any number: whoever holds the lock is the one `npm start` on this database. */
const startLock = 7_214_332;

/** Being the only one on a database, until released or until this process is gone, however it went. */
export type Hold = { release(): Promise<void> };

/** Takes the database for this process; null where another one has it. */
export async function holdDatabase(url: string): Promise<Hold | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'agencyreel hold', keepAlive: true });
  // A database that went away has let go of its locks; who needs it hears so from its own statements.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [startLock]);
  if (rows[0]?.held === true) return { release: () => client.end() };
  await client.end();
  return null;
}
