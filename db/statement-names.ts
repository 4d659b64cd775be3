/** The names under which connections keep prepared statements. */
import { createHash } from 'node:crypto';

/** Texts beyond this number are planned every time, so that plans do not fill the server's memory. */
const mostStatements = 500;

const namesBy = new Map<string, Map<string, string>>();

/**
 * The name of a statement's text, the same in every process; undefined beyond the limit. `prefix` identifies the code
 * that prepares it, because the same text may be prepared with other types.
 */
export function nameOf(text: string, { prefix }: { prefix: string }): string | undefined {
  const names = namesBy.get(prefix) ?? new Map<string, string>();
  namesBy.set(prefix, names);
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `${prefix}${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
  names.set(text, name);
  return name;
}
