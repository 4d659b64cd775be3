import pg from 'pg';

/** For tests: whether the database at an address accepts a connection. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {
    /* the server ends during the check */
  });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
