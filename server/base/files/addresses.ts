/** URLs of stored files in projects and documents. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError } from '../handlers.ts';
import { listInLibrary, type FileRow } from './file-queries.ts';

const ours = /^\/files\/([A-Za-z0-9]{1,64}\.[a-z0-9]{1,8})$/;

/**
 * The library files behind URLs, by URL; a thumbnail's URL stands for its file. Throws a UserError (422) for any other
 * URL, including those of another agency's files.
 */
export async function filesBehind(
  tx: Tx,
  { agencyId, addresses }: { agencyId: string; addresses: readonly string[] },
): Promise<Map<string, FileRow>> {
  const names = new Map(addresses.map((address) => [address, nameIn(address) ?? '']));
  const wanted = [...new Set(names.values())].filter((name) => name !== '');
  const rows = wanted.length === 0 ? [] : await listInLibrary(tx, { agencyId, names: wanted });
  const found = new Map<string, FileRow>();
  for (const [address, name] of names) {
    const row = rows.find((file) => file.name === name || file.thumbnail_name === name);
    if (row === undefined) throw new UserError(messages.fileGone, { status: 422 });
    found.set(address, row);
  }
  return found;
}

/** The stored name in one of our file URLs; null for any other URL. */
export const nameIn = (address: string): string | null => ours.exec(pathOf(address))?.[1] ?? null;

/** The path of one of our file URLs, with or without a host. */
function pathOf(address: string): string {
  if (address.startsWith('/')) return address;
  return URL.canParse(address) ? new URL(address).pathname : '';
}

/**
 * Every URL of a stored file in a document of any shape, each once. Throws a UserError (422) if the document is nested
 * more deeply than any editor's.
 */
export function addressesIn(document: unknown): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, depth: number): void => {
    if (depth > 64) throw new UserError(messages.documentUnreadable, { status: 422 });
    if (typeof value === 'string') {
      if (nameIn(value) !== null) found.add(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) walk(inner, depth + 1);
    }
  };
  walk(document, 0);
  return [...found];
}
