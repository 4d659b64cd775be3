/** A statement in the sources, and which one an executed text comes from. */
import type { DeclaredRow } from './types.ts';

/**
 * A statement by Kysely's `sql` tag that is executed where it is written. `parts`: its text between the inserted
 * expressions. `row`: undefined if it states none; null if it states one that cannot be read from the sources.
 */
export type Site = { at: string; parts: readonly string[]; row: DeclaredRow | null | undefined };

/** Below this many characters at its beginning, a statement could be any other. */
const fewest = 12;
const lengthOf = ({ parts }: Site): number => parts.join('').length;

/** Whether a site's executed text can be told from others. */
export const isTold = ({ parts: [first = ''] }: Site): boolean => first.trim().length >= fewest;

/** The sites that an executed text may come from: those with the most text of their own. */
export function sitesOf(text: string, sites: readonly Site[]): Site[] {
  const fitting = sites.filter((site) => isTold(site) && fits(text, site.parts));
  const most = Math.max(...fitting.map(lengthOf));
  return fitting.filter((site) => lengthOf(site) === most);
}

/** Whether a text consists of these parts with anything between them. */
function fits(text: string, parts: readonly string[]): boolean {
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return text === last;
  let at = 0;
  for (const [index, part] of parts.slice(0, -1).entries()) {
    const found = text.indexOf(part, at);
    if (found < 0 || (index === 0 && found !== 0)) return false;
    at = found + part.length;
  }
  return text.endsWith(last) && text.length - last.length >= at;
}
