import type { LibraryEntry } from '#contract/content/library.ts';
import { presentFile } from '../../base/files/index.ts';
import type { EntryRow } from './list-queries.ts';

/** A file of the library's list, as replies show it. */
export const presentEntry = (row: EntryRow): LibraryEntry => ({
  ...presentFile(row),
  title: row.title,
  created: row.created_at.toISOString(),
  uses: row.uses,
  licences: row.licences,
});
