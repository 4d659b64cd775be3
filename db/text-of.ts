/** The text a parsed JSON object holds under `key`; throws when there is none. */
export function textOf(value: unknown, key: string): string {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  if (typeof text !== 'string') throw new Error(`expected a text under "${key}"`);
  return text;
}
