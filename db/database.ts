/**
 * Access to PostgreSQL: typed transactions scoped to one agency, a pool for the engine's hot statements, notifications.
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
import type pg from 'pg';
import { openListener, type Listener } from './listener.ts';
import { createSemaphore } from '#concurrency/semaphore.ts';
import { inOneTrip, type Answers, type Statement } from './one-trip.ts';
import { openPool, optionsOf } from './pool.ts';
import { preparingPool } from './prepared.ts';
import type { Tables } from './tables.ts';
import { tracedStatement } from './traced.ts';
import { parsers } from './values.ts';

/** A transaction of kysely over our tables. */
export type Tx = Transaction<Tables>;

/** An open database. */
export type Database = {
  /** Tenant isolation: runs `work` in a transaction that sees and writes only this agency's rows. */
  asAgency: <T>(agencyId: string, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Runs `work` in a transaction that begins with `opening`: a select without values that sets the visible agency
   * itself (by set_config). `work` gets its rows; beginning and select cost one round trip together.
   */
  openedBy: <Row, T>(opening: string, work: (tx: Tx, rows: readonly Row[]) => Promise<T>) => Promise<T>;
  /**
   * Reads with a few prepared statements in one round trip and one transaction; the first sets the visible agency
   * itself (by set_config).
   */
  readTogether: <Rows extends readonly object[]>(statements: { [Index in keyof Rows]: Statement }) => Promise<
    Answers<Rows>
  >;
  /** Runs `work` in a transaction that sees all agencies: workers, log-in look-ups, the operator. */
  asSystem: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The address, for what needs a connection of its own. */
  url: string;
  /** Plain connections that see all agencies, for the engine's hot statements. */
  pool: pg.Pool;
  /**
   * Calls `listener` with the payload of each notification, and with '' after a lost connection was restored; resolves
   * to the function that ends it.
   */
  listen: Listener['listen'];
  /**
   * Registers `stop` to be called before the connections end, for loops and workers that use them. Call the result to
   * unregister it.
   */
  beforeClose: (stop: () => Promise<void>) => () => void;
  /** Stops the users of the connections, then ends these after the running transactions. */
  close: () => Promise<void>;
};

const allAgencies = '*';

/**
 * The server ends a transaction that is idle for this long: its process is frozen, or its machine lost power without
 * closing the connection. Its locks would otherwise block everybody until it returns, or for the two hours of TCP's
 * keep-alive.
 */
export const mostIdleSeconds = 30;

// NOTE once enough result arrays have lived long, V8 allocates them in the old generation, where they keep all their
// rows alive until the next full collection: at 1,000 lists a second each young collection took 6 to 12 ms instead of
// 0.5 ms, most of the slowest calls' time.
setFlagsFromString('--no-allocation-site-pretenuring');

const together = { name: 'read together', text: '' };

/**
 * Opens a pool of at most `max` connections; connects when the first query needs it. A lost connection fails its query,
 * never the process. The server ends a statement after `statementSeconds`.
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    applicationName = 'agencyreel',
    statementSeconds = 30,
  }: { max?: number; applicationName?: string; statementSeconds?: number } = {},
): Database {
  const pool = openPool({
    connectionString: url,
    max,
    application_name: applicationName,
    types: parsers,
    options: optionsOf({
      'app.agency_id': allAgencies,
      idle_in_transaction_session_timeout: `${mostIdleSeconds}s`,
      statement_timeout: `${statementSeconds}s`,
    }),
  });
  const kysely = new Kysely<Tables>({ dialect: new OwnDialect({ pool: preparingPool(pool) }) });
  const listener = openListener(url, applicationName);
  const dependants = new Set<() => Promise<void>>();

  // Beginning and setting the agency in one message saves a round trip per call.
  const openedBy = <Row, T>(opening: string, work: (tx: Tx, rows: readonly Row[]) => Promise<T>): Promise<T> =>
    kysely.transaction().execute(async (tx) => {
      const { rows } = await sql.raw<Row>(`begin; ${opening}`).execute(tx);
      return await work(tx, rows);
    });
  // The id is digits or '*': both callers ensure that.
  const inTransaction = <T>(agencyId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    openedBy(`select set_config('app.agency_id', '${agencyId}', true)`, work);

  // Short reads beyond the number of cores queue here instead of sharing them: with two at a time the slowest of a
  // hundred lists took 17 ms, with four 24 ms, at the same throughput.
  const semaphore = createSemaphore({ permits: Math.max(2, availableParallelism()) });

  return {
    url,
    pool,
    asAgency: (agencyId, work) => {
      if (!/^\d+$/.test(agencyId)) throw new Error(`not the id of an agency: ${JSON.stringify(agencyId)}`);
      return inTransaction(agencyId, work);
    },
    openedBy,
    readTogether: (statements) => tracedStatement(together, () => semaphore.run(() => inOneTrip(pool, statements))),
    asSystem: (work) => inTransaction(allAgencies, work),
    listen: listener.listen,
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

/** kysely's driver without its own `begin`: ours also sets the agency. */
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
