import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * The text of a statement built from parts, once for all calls; the parts contain the parameters `$1 …` themselves
 * (`sql.raw`).
 */
export function textOfStatement(statement: RawBuilder<unknown>): string {
  const { sql, parameters } = statement.compile(compiler);
  if (parameters.length > 0) throw new Error(`a statement made once holds values: ${sql}`);
  return sql;
}
