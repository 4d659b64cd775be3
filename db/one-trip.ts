/**
 * Prepared statements sent together and answered together, as one transaction: a list costs one round trip instead of
 * four (begin with the session's look-up, the list, commit), which halved its time under load. Source: PostgreSQL 18,
 * "Extended Query", statements up to one Sync are one transaction (postgresql.org, 2026-11-21).
 */
import type pg from 'pg';
import { nameOf } from './statement-names.ts';
import { parsers } from './values.ts';

/** A statement with `$1 …` for its values, each a text or bytes. Use few different texts, since each stays prepared. */
export type Statement = { text: string; values: readonly (string | Buffer | null)[] };

/** The rows that each of some statements answers, by their types. */
export type Answers<Rows extends readonly object[]> = { [Index in keyof Rows]: Rows[Index][] };

type Row = Record<string, unknown>;
type Column = { name: string; parse: (text: string) => unknown };

/** The statements that a connection has already parsed. */
const parsed = new WeakMap<pg.Connection, Set<string>>();

/** PostgreSQL's unnamed statement, which the next unnamed one replaces. */
const unnamed = '';

/**
 * Runs the statements in order on one connection and returns each one's rows. A failure rolls all of them back and
 * throws; the connection is then closed, because it is unknown which of them it has prepared.
 */
export async function inOneTrip<Rows extends readonly object[]>(
  pool: pg.Pool,
  statements: { [Index in keyof Rows]: Statement },
): Promise<Answers<Rows>> {
  const client = await pool.connect();
  let broken = true;
  try {
    const answers = await new Promise<Answers<Rows>>((resolve, reject) => {
      // Rows are what the caller says, as in pg's own query<R>().
      // oxlint-disable-next-line typescript/no-explicit-any, typescript/no-unsafe-argument
      const answered = (rows: any): void => resolve(rows);
      client.query(new Trip(statements, { resolve: answered, reject }));
    });
    broken = false;
    return answers;
  } finally {
    client.release(broken);
  }
}

/** A "submittable" of pg: it writes its own messages and receives the server's. */
class Trip implements pg.Submittable {
  readonly #statements: readonly (Statement & { name: string })[];
  readonly #end: { resolve: (rows: Row[][]) => void; reject: (error: unknown) => void };
  readonly #answers: Row[][] = [];
  #columns: readonly Column[] = [];
  #rows: Row[] = [];

  constructor(
    statements: readonly Statement[],
    end: { resolve: (rows: Row[][]) => void; reject: (error: unknown) => void },
  ) {
    this.#statements = statements.map((statement) => ({
      ...statement,
      name: nameOf(statement.text, { prefix: 't' }) ?? unnamed,
    }));
    this.#end = end;
  }

  submit(connection: pg.Connection): void {
    const known = parsed.get(connection) ?? new Set();
    parsed.set(connection, known);
    // Corked, the messages leave in one packet.
    connection.stream.cork();
    for (const { name, text, values } of this.#statements) {
      if (!known.has(name)) connection.parse({ name, text, types: [] }, true);
      if (name !== unnamed) known.add(name);
      connection.bind({ portal: '', statement: name, values: [...values] }, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute({ portal: '' }, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {};
    for (const [index, { name, parse }] of this.#columns.entries()) {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    this.#answers.push(this.#rows);
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#end.resolve(this.#answers);
  }

  handleError(error: unknown): void {
    this.#end.reject(error);
  }
}

const isParser = (value: unknown): value is Column['parse'] => typeof value === 'function';

function parserOf(type: number): Column['parse'] {
  const parser: unknown = parsers.getTypeParser(type, 'text');
  if (!isParser(parser)) throw new Error(`no way to read values of the type ${type}`);
  return parser;
}
