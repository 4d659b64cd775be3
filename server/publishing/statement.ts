/** Named statements, each with the columns of its rows. */

/** The TypeScript type of each PostgreSQL type, as db/values.ts reads it. */
type Values = {
  bigint: string;
  bool: boolean;
  int: number;
  jsonb: unknown;
  text: string;
  timestamptz: Date;
  void: string;
};

/** A column by PostgreSQL's name of its type. */
type Typed = keyof Values | `${keyof Values} | null`;

/** A text column whose table allows only `values`, by a check. */
type OneOf<T extends string> = { type: 'text'; values: readonly T[] };

/** A `jsonb` column that only this program writes, always with type `T`. */
type Shaped<T> = { type: 'jsonb' | 'jsonb | null'; shape?: T };

type Column = Typed | OneOf<string> | Shaped<unknown>;

/** The columns of a statement's rows by name; empty if it returns no rows. */
export type Columns = Readonly<Record<string, Column>>;

const collected: unique symbol = Symbol('collected');

/** A statement with `$1 …` for its values; PostgreSQL keeps the plan under its name. Made by `statement`. */
export type Statement<C extends Columns = Columns> = {
  readonly name: string;
  readonly text: string;
  readonly columns: C;
  readonly [collected]: true;
};

type ValueOf<C extends Column> = C extends `${infer Type extends keyof Values} | null`
  ? Values[Type] | null
  : C extends keyof Values
    ? Values[C]
    : C extends OneOf<infer Text>
      ? Text
      : C extends Shaped<infer Shape>
        ? Shape
        : never;

/** The rows with these columns. */
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: ValueOf<C[Name]> };

/** The rows of a statement. */
export type Row<S extends Statement> = RowOf<S['columns']>;

const statements = new Map<string, Statement>();

/** Every statement that has been declared so far. */
export const allStatements = (): Statement[] => [...statements.values()];

/** Declares a statement. Throws if another one has its name, because a connection would run the first for both. */
export function statement<const C extends Columns>(declared: { name: string; columns: C; text: string }): Statement<C> {
  if (statements.has(declared.name)) throw new Error(`two statements are named ${declared.name}`);
  const made: Statement<C> = { ...declared, [collected]: true };
  statements.set(made.name, made);
  return made;
}

/** A text column that a check of its table limits to these values. */
export const oneOf = <const T extends string>(values: readonly T[]): OneOf<T> => ({ type: 'text', values });

/** A `jsonb` column that only this program writes. */
export const shaped = <T>(): Shaped<T> => ({ type: 'jsonb' });

/** The same column where it may be null. */
export const shapedOrNull = <T>(): Shaped<T | null> => ({ type: 'jsonb | null' });
