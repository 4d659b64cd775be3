/** What a managed database must be before the product uses it. */
import pg from 'pg';
import { keepAlive } from './pool.ts';
import { pidOf } from './silence.ts';

const cure = 'npm run admin -- init-database makes one (deploy/README.md)';

/**
 * Throws an Error of one line if this address leads to a connection pooler, or if its role is not subject to row-level
 * security.
 */
export async function refuseUnfit(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...keepAlive, connectionTimeoutMillis: 10_000, ...probe });
  client.on('error', () => {
    /* the running statement fails and throws */
  });
  try {
    await client.connect().catch((error: unknown) => {
      throw isRefusedSetting(error) ? pooled() : error;
    });
    const { rows } = await client.query<{ pid: number; setting: string; role: string; bypasses: boolean }>(
      `select pg_backend_pid() as pid, current_setting('app.agency_id', true) as setting, rolname as role,
        rolsuper or rolbypassrls as bypasses
       from pg_roles where rolname = current_user`,
    );
    const [found] = rows;
    if (found === undefined) throw new Error('the database does not list the role that has signed in');
    // A pooler makes up the number of the server's process that it tells its clients.
    if (found.pid !== pidOf(client) || found.setting !== probeAgency) throw pooled();
    if (found.bypasses)
      throw new Error(
        `the role "${found.role}" of DATABASE_URL is a superuser or has BYPASSRLS, so nothing keeps agencies apart: ` +
          `use a role without them; ${cure}`,
      );
  } finally {
    client.connection.stream.destroy();
  }
}

const probeAgency = '0';
const probe = { application_name: 'agencyreel start', options: `-c app.agency_id=${probeAgency}` };

/** PgBouncer refuses settings at the start of a connection that it could not give to the next program. */
const isRefusedSetting = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message);

const pooled = (): Error =>
  new Error(
    'DATABASE_URL leads to a connection pooler such as PgBouncer, which shares sessions between programs: give the ' +
      'address of PostgreSQL itself (settings, locks and LISTEN need a session of their own)',
  );
