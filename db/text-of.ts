/** The text under `key` in a parsed JSON object; throws if there is none. */
export function textOf(value: unknown, key: string): string {
  const held: Readonly<Record<string, unknown>> = typeof value === 'object' ? { ...value } : {};
  const text = held[key];
  if (typeof text !== 'string') throw new Error(`expected a text under "${key}"`);
  return text;
}
