/**
 * Statements that PostgreSQL parses and plans once per connection. For this application's lists planning takes as long
 * as running: fetch-schedulers cost the server 2.7 ms of CPU per call without this.
 */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { nameOf } from './statement-names.ts';
import { tracedStatement } from './traced.ts';

/** pg's answer; for a text of several statements, a list of them. */
type Answer<R> = { command: string; rowCount: number | null; rows: R[] };
type Asked = { query<R>(query: string | { name?: string; text: string; values: unknown[] }): Promise<Answer<R>> };

/** The commands that kysely distinguishes; it treats every other one as a select. */
const commands = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

/** A pool for kysely whose connections prepare their statements. */
export const preparingPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => preparing(await pool.connect()),
  end: () => pool.end(),
});

/**
 * A connection for kysely. It names each statement that has values, so that PostgreSQL keeps its plan; for a text of
 * several statements it returns the last one's answer.
 */
export const preparing = (client: pg.PoolClient): PostgresPoolClient => new Preparing(client, client);

class Preparing implements PostgresPoolClient {
  readonly #client: Asked;
  readonly #lent: Pick<pg.PoolClient, 'release'>;

  constructor(client: Asked, lent: Pick<pg.PoolClient, 'release'>) {
    this.#client = client;
    this.#lent = lent;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('nothing is read by cursors here');
    return this.#ask<R>(text, values);
  }

  async #ask<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = values.length === 0 ? undefined : nameOf(text, { prefix: 'q' });
    const named = name === undefined ? { text } : { name, text };
    const answer = await tracedStatement(named, () =>
      this.#client.query<R>(values.length === 0 ? text : { ...named, values: [...values] }),
    );
    const { command, rowCount, rows } = [answer].flat().at(-1) ?? answer;
    return { command: commands.find((known) => known === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
  }

  release(destroy?: boolean): void {
    this.#lent.release(destroy);
  }
}
