/** Which texts of statements PostgreSQL can run. */
import pg from 'pg';

/** Those of the texts that PostgreSQL parses and plans in this database. */
export async function validTexts(url: string, texts: readonly string[]): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const valid = new Set<string>();
  try {
    for (const text of texts) {
      try {
        await client.query(`prepare attempt as ${text}`);
        await client.query('deallocate attempt');
        valid.add(text);
      } catch (error) {
        // Not a statement any more, such as an `or` whose other side decides a parameter's type.
        if (!(error instanceof pg.DatabaseError)) throw error;
      }
    }
  } finally {
    await client.end();
  }
  return valid;
}
