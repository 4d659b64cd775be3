import { isJson, type Json } from '../json.ts';

/**
 * Parses the nested fields of a form in Stripe's notation: `items[0][price]=x` -> `{items: {'0': {price: 'x'}}}`,
 * `expand[]=x`
 * -> `{expand: {'0': 'x'}}`. Source: docs.stripe.com/api, read 2026-11-22.
 */
export function nestedFields(params: URLSearchParams): Json {
  const fields: Json = {};
  for (const [name, value] of params) {
    const path = name.split(/[[\]]+/);
    if (path.at(-1) === '' && !name.endsWith('[]')) path.pop();
    put(fields, path, value);
  }
  return fields;
}

function put(into: Json, [first = '', ...rest]: readonly string[], value: string): void {
  const key = first === '' ? String(Object.keys(into).length) : first;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const inner = into[key];
  const next: Json = isJson(inner) ? inner : {};
  into[key] = next;
  put(next, rest, value);
}

/** The values of a field that is a list, in order. */
export const listed = (value: unknown): unknown[] => (isJson(value) ? Object.values(value) : []);

/** The texts of a field that contains texts by name, as `metadata` does. */
export const textsByName = (value: unknown): Record<string, string> =>
  isJson(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : [])))
    : {};
