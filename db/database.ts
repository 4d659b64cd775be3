/**
 * The way to PostgreSQL: typed transactions that see one agency, a pool for the engine's hot statements, notifications.
 */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
  type Driver,
  type PostgresDialectConfig,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { keepAlive, openListener, type Listener } from './listener.ts';
import { createSemaphore } from './semaphore.ts';
import { inOneTrip, type Answers, type Statement } from './one-trip.ts';
import { preparingPool } from './prepared.ts';
import type { Tables } from './tables.ts';
import { parsers } from './values.ts';

/** A transaction of kysely over our tables. */
export type Tx = Transaction<Tables>;

/** An open database. */
export type Database = {
  /** Runs `work` in a transaction that sees and writes this agency's rows only. */
  asAgency: <T>(agencyId: string, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Runs `work` in a transaction that `opening` begins: a select without values that says itself (by set_config) which
   * agency is seen. Its rows go to `work`; both together cost one round trip.
   */
  openedBy: <Row, T>(opening: string, work: (tx: Tx, rows: readonly Row[]) => Promise<T>) => Promise<T>;
  /**
   * Reads by a few prepared statements in one round trip and one transaction; the first says itself (by set_config)
   * which agency is seen.
   */
  readTogether: <Rows extends readonly object[]>(statements: { [Index in keyof Rows]: Statement }) => Promise<
    Answers<Rows>
  >;
  /** Runs `work` in a transaction that sees all agencies: workers, log-in look-ups, the operator. */
  asSystem: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Plain connections that see all agencies, for the engine's hot statements. */
  pool: pg.Pool;
  /**
   * Calls `listener` with the payload of each notification, and with '' after a lost connection is back; gives the way
   * to end it.
   */
  listen: Listener['listen'];
  /**
   * Whether this role passes row-level security (superuser or bypassrls), which leaves tenancy to our queries alone.
   */
  bypassesTenancy: () => Promise<boolean>;
  /**
   * Has `stop` called before the connections end: for loops and workers that live on them. Call the result to take it
   * back.
   */
  beforeClose: (stop: () => Promise<void>) => () => void;
  /** Stops what lives on the connections, then ends them after the running transactions. */
  close: () => Promise<void>;
};

const allAgencies = '*';

/**
 * A transaction in which nothing is asked for so long is ended by the server. Its process is frozen, or its machine has
 * no power and said nothing: without this its locks would hold up everybody for as long, or for the two hours of TCP's
 * keep-alive.
 */
export const mostIdleSeconds = 30;

// NOTE V8 puts the arrays of answers straight among its old objects once enough of them have lived long, and there they
// keep all their rows until the next full collection: at 1,000 lists a second each collection of young objects took 6
// to 12 ms instead of 0.5 ms, which was most of the slowest calls' time.
setFlagsFromString('--no-allocation-site-pretenuring');

/**
 * Opens a pool of at most `max` connections; connects when the first query needs it. A lost connection fails its query,
 * never the process.
 */
export function openDatabase(
  url: string,
  { max = 10, applicationName = 'agencyreel' }: { max?: number; applicationName?: string } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    types: parsers,
    ...keepAlive,
    options: `-c app.agency_id=${allAgencies} -c idle_in_transaction_session_timeout=${mostIdleSeconds}s`,
    connectionTimeoutMillis: 30_000,
  });
  // NOTE without listeners on the pool and on each client, the end of the server ends this process.
  pool.on('error', ignoreLostConnection);
  pool.on('connect', (client) => {
    client.on('error', ignoreLostConnection);
  });
  const kysely = new Kysely<Tables>({ dialect: new OwnDialect({ pool: preparingPool(pool) }) });
  const listener = openListener(url, applicationName);
  const dependants = new Set<() => Promise<void>>();

  // One message for the beginning and the agency saves a round trip a call.
  const openedBy = <Row, T>(opening: string, work: (tx: Tx, rows: readonly Row[]) => Promise<T>): Promise<T> =>
    kysely.transaction().execute(async (tx) => {
      const { rows } = await sql.raw<Row>(`begin; ${opening}`).execute(tx);
      return await work(tx, rows);
    });
  // The id is digits or '*': both callers see to it.
  const inTransaction = <T>(agencyId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    openedBy(`select set_config('app.agency_id', '${agencyId}', true)`, work);

  // Short reads beyond what the machine can work on wait here in their order instead of sharing its cores: with two at
  // a time the slowest of a hundred lists took 17 ms where with four it took 24, at the same rate.
  const withSlot = createSemaphore(Math.max(2, availableParallelism()));

  return {
    pool,
    asAgency: (agencyId, work) => {
      if (!/^\d+$/.test(agencyId)) throw new Error(`not the id of an agency: ${JSON.stringify(agencyId)}`);
      return inTransaction(agencyId, work);
    },
    openedBy,
    readTogether: (statements) => withSlot(() => inOneTrip(pool, statements)),
    asSystem: (work) => inTransaction(allAgencies, work),
    listen: listener.listen,
    bypassesTenancy: async () => {
      const { rows } = await pool.query<{ bypasses: boolean }>(
        'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
      );
      return rows[0]?.bypasses ?? false;
    },
    beforeClose: (stop) => {
      dependants.add(stop);
      return () => dependants.delete(stop);
    },
    close: async () => {
      await Promise.all([...dependants].map((stop) => stop()));
      await listener.close();
      await kysely.destroy();
    },
  };
}

/** kysely's driver without its own `begin`: ours comes together with the agency. */
class OwnDriver extends PostgresDriver {
  override async beginTransaction(): Promise<void> {}
}

class OwnDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new OwnDriver(this.#config);
  }
}

function ignoreLostConnection(): void {
  // The query under way fails with the same error, and the pool replaces the connection.
}
