/**
 * Statements that PostgreSQL parses and plans once a connection. For this application's lists planning takes as long as
 * running: fetch-schedulers cost the server 2.7 ms of CPU a call without this.
 */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { nameOf } from './statement-names.ts';

/** What pg answers; of a text of several statements one of these each. */
type Answer<R> = { command: string; rowCount: number | null; rows: R[] };
type Asked = { query<R>(query: string | { name?: string; text: string; values: unknown[] }): Promise<Answer<R>> };

/** The commands that kysely tells apart; to it every other one is as good as a select. */
const commands = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

/** A pool as kysely is to see it: its connections prepare. */
export const preparingPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => preparing(await pool.connect()),
  end: () => pool.end(),
});

/**
 * A connection as kysely is to see it. It gives the statements that have values a name each, by which PostgreSQL keeps
 * their plan; of a text of several statements the last one's answer is given.
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
    const answer = await this.#client.query<R>(
      values.length === 0 ? text : { ...(name === undefined ? {} : { name }), text, values: [...values] },
    );
    const { command, rowCount, rows } = [answer].flat().at(-1) ?? answer;
    return { command: commands.find((known) => known === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
  }

  release(destroy?: boolean): void {
    this.#lent.release(destroy);
  }
}
