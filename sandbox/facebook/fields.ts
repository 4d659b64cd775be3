import { badParameter } from './errors.ts';

/**
 * One requested field: `reactions.summary(total_count).limit(0){id}` has the name, the modifiers with their arguments,
 * and the fields below it.
 */
export type Field = { name: string; modifiers: Record<string, string>; fields: Field[] };

/**
 * The value of each field of a kind of object; undefined omits the field from the answer, as Graph does for missing
 * values.
 */
export type Readers = Record<string, (field: Field) => unknown>;

/**
 * Parses a `fields` parameter (developers.facebook.com/docs/graph-api/guides/field-expansion). Throws GraphError if it
 * is malformed.
 */
export function parseFields(source: string): Field[] {
  let at = 0;
  const fields = list();
  if (at < source.length) throw syntax();
  return fields;

  function list(): Field[] {
    const found: Field[] = [];
    for (;;) {
      found.push(one());
      if (source[at] !== ',') return found;
      at++;
    }
  }

  function one(): Field {
    const name = word();
    const modifiers: Record<string, string> = {};
    while (source[at] === '.') {
      at++;
      const modifier = word();
      const end = source.indexOf(')', at);
      if (source[at] !== '(' || end < 0) throw syntax();
      modifiers[modifier] = source.slice(at + 1, end);
      at = end + 1;
    }
    if (source[at] !== '{') return { name, modifiers, fields: [] };
    at++;
    const below = list();
    if (source[at] !== '}') throw syntax();
    at++;
    return { name, modifiers, fields: below };
  }

  function word(): string {
    const found = /^\s*(\w+)\s*/.exec(source.slice(at));
    if (!found?.[1]) throw syntax();
    at += found[0].length;
    return found[1];
  }

  function syntax() {
    return badParameter(
      `Syntax error "Expected end of string instead of "${source.charAt(at)}"." at character ${at}: ${source}`,
    );
  }
}

/**
 * The object with the requested fields and its id; an unknown field is an error. `standard` are the fields without
 * `fields`.
 */
export function render(
  type: string,
  readers: Readers,
  { id, fields, standard }: { id: string; fields: string | undefined; standard: string },
): Record<string, unknown> {
  return renderFields(type, readers, { id, fields: parseFields(fields || standard) });
}

/** The same for parsed fields. */
export function renderFields(
  type: string,
  readers: Readers,
  { id, fields }: { id: string; fields: Field[] },
): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  for (const field of fields) {
    const read = Object.hasOwn(readers, field.name) ? readers[field.name] : undefined;
    if (!read && field.name !== 'id')
      throw badParameter(`Tried accessing nonexisting field (${field.name}) on node type (${type})`);
    const value = read?.(field);
    if (value !== undefined) answer[field.name] = value;
  }
  return { ...answer, id };
}
