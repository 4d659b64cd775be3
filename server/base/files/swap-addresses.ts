import { fileAddress } from '../lib/file-address.ts';
import { nameIn } from './addresses.ts';

/** The stored names of a file. */
export type Names = { name: string; thumbnail_name: string | null };

/** A document with swapped URLs, and the changed paths, like 'layers/0/picture'. */
export type Swapped = { document: unknown; places: string[] };

/**
 * Replaces the URLs of one file and its thumbnail by those of another, in a document of any shape; `only` limits this
 * to some paths.
 */
export function swapAddresses(
  document: unknown,
  { from, to, only }: { from: Names; to: Names; only?: ReadonlySet<string> | undefined },
): Swapped {
  const paths: string[] = [];
  const instead = new Map([[from.name, fileAddress(to.name)]]);
  if (from.thumbnail_name !== null) instead.set(from.thumbnail_name, fileAddress(to.thumbnail_name ?? to.name));
  const walk = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      const other = instead.get(nameIn(value) ?? '');
      if (other === undefined || other === null || (only !== undefined && !only.has(path))) return value;
      paths.push(path);
      return other;
    }
    if (Array.isArray(value)) return value.map((inner: unknown, at) => walk(inner, `${path}${at}/`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, `${path}${key}/`)]));
  };
  return { document: walk(document, ''), places: paths };
}
