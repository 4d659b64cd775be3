/** Compares PostgreSQL's answers with the rows that the statements declare. */
import { handedOver } from './hand-over.ts';
import { sitesOf, type Site } from './site.ts';
import type { Declared, DeclaredRow, Kind } from './types.ts';

/** An answer of pg: its columns with the OIDs of their types, and its rows. */
export type Answer = {
  fields: readonly { name: string; dataTypeID: number }[];
  rows: readonly Readonly<Record<string, unknown>>[];
};

/** What `db/values.ts` and pg make of PostgreSQL's types, by OID; other types may be anything. */
const kinds = new Map<number, Kind>([
  ...[16].map((oid): [number, Kind] => [oid, 'boolean']),
  ...[17].map((oid): [number, Kind] => [oid, 'bytes']),
  // int8, name, text, varchar, date, time, numeric, uuid
  ...[20, 19, 25, 1043, 1082, 1083, 1700, 2950].map((oid): [number, Kind] => [oid, 'string']),
  ...[21, 23, 26, 700, 701].map((oid): [number, Kind] => [oid, 'number']),
  [1184, 'date'],
  // boolean, int2, int4, text, int8, timestamptz, numeric
  ...[1000, 1005, 1007, 1009, 1016, 1185, 1231].map((oid): [number, Kind] => [oid, 'array']),
]);

const allows = ({ kinds: declared }: Declared, kind: Kind): boolean =>
  kind === 'any' || declared.has('any') || declared.has(kind);

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (value instanceof Date) return 'date';
  if (Array.isArray(value)) return 'array';
  if (Buffer.isBuffer(value)) return 'bytes';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'object' ? kind : 'any';
}

/** The differences between an answer and a declared row, in words. */
export function mistakesOf({ fields, rows }: Answer, row: DeclaredRow): string[] {
  const names = new Set(fields.map(({ name }) => name));
  const missing = [...row].filter(([name, { isOptional }]) => !names.has(name) && !isOptional);
  return [
    ...missing.map(([name]) => `there is no ${name}`),
    ...fields.flatMap(({ name, dataTypeID }) => {
      const declared = row.get(name);
      if (!declared) return [`${name} is not declared`];
      const kind = kinds.get(dataTypeID) ?? 'any';
      const wrong = allows(declared, kind) ? [] : [`${name} is of the kind ${kind}`];
      return [...new Set([...wrong, ...rows.flatMap((one) => mistakesOfValue(name, one[name], declared))])];
    }),
  ];
}

function mistakesOfValue(name: string, value: unknown, declared: Declared): string[] {
  const kind = kindOf(value);
  // json may hold any of these, so its values have no kind of their own.
  if (kind === 'null' && !allows(declared, kind)) return [`${name} may be null`];
  if (kind === 'string' && declared.texts?.has(String(value)) === false && !declared.kinds.has('any'))
    return [`${name} may be another text than declared`];
  return allows(declared, kind) || kind === 'null' ? [] : [`${name} is of the kind ${kind}`];
}

let sites: readonly Site[] | undefined;
const sitesByText = new Map<string, readonly Site[]>();

/** The sites of an executed text in the sources of the project. */
function knownSites(text: string): readonly Site[] {
  sites ??= handedOver();
  const known = sitesByText.get(text) ?? sitesOf(text, sites);
  sitesByText.set(text, known);
  return known;
}

/** Throws if an executed statement answers other rows than it declares. */
export function checkAnswer(text: string, answer: Answer, known = knownSites(text)): void {
  const found = known.map(({ at, row }) => ({ at, mistakes: row ? mistakesOf(answer, row) : [] }));
  const [first] = found;
  if (first && found.every(({ mistakes }) => mistakes.length > 0))
    throw new Error(`${first.at} declares another row: ${first.mistakes.join(', ')}`);
}
