import type { Tx } from '#db/database.ts';
import type { ExportStep } from '#rules/account-data.ts';
import type { Services } from '../../base/handlers.ts';
import { lastFileId, readFiles, readResellers } from './page-queries.ts';
import { mediaPath, thumbnailPath } from './pages.ts';
import { countRows, readTable } from './read-tables.ts';
import { listTables } from './tables.ts';
import { indexPage, writePages, type WrittenPages } from './write-pages.ts';
import { openZip, type ZipWriter } from './zip.ts';

/** The facts of a finished download: its size, its files, and how many of them were missing from storage. */
export type Written = { sizeBytes: number; files: number; missing: number };

type Writing = {
  agencyId: string;
  /** The path of the ZIP. */
  path: string;
  now: Date;
  /** Gets the progress (0 to 1) of a step; throws to abort it. */
  onShare: (step: ExportStep, share: number) => Promise<void>;
  signal: AbortSignal;
};

const filesAtOnce = 200;

/**
 * Writes all data of an agency into one ZIP. Tables and pages are read in one snapshot (repeatable read), so that they
 * are consistent; it takes no locks and ends before the media is copied, whose bytes never change.
 */
export async function writeExport(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  { agencyId, path, now, onShare, signal }: Writing,
): Promise<Written> {
  const zip = openZip(path, { now, signal });
  const read = await inSnapshot(db, agencyId, async (tx) => {
    const tables = await writeTables(zip, tx, { agencyId, onShare });
    const pages = await writePages(zip, tx, { agencyId, onShare: (share) => onShare('pages', share) });
    return { tables, pages, untilId: await lastFileId(tx, agencyId) };
  });
  const media = await writeMedia(zip, { db, storage }, { agencyId, untilId: read.untilId, pages: read.pages, onShare });
  // Resellers are agencies of their own: only their names are included, by their link to the creating agency.
  const resellers = await db.asSystem((tx) => readResellers(tx, agencyId));
  await zip.addText(
    'index.html',
    indexPage({ ...read.pages, tables: read.tables, resellers, missing: media.missing, madeAt: now }),
  );
  return { sizeBytes: await zip.end(), ...media };
}

const inSnapshot = <T>(db: Services['db'], agencyId: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
  if (!/^\d+$/.test(agencyId)) throw new Error('not the id of an agency');
  return db.openedBy(
    `set transaction isolation level repeatable read, read only; select set_config('app.agency_id', ` +
      `'${agencyId}', true)`,
    work,
  );
};

async function writeTables(
  zip: ZipWriter,
  tx: Tx,
  { agencyId, onShare }: Pick<Writing, 'agencyId' | 'onShare'>,
): Promise<{ name: string; rows: number }[]> {
  const tables = [];
  for (const table of await listTables(tx)) tables.push({ table, rows: await countRows(tx, table, agencyId) });
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const onRows = async (count: number): Promise<void> => {
    done += count;
    await onShare('tables', done / Math.max(1, all));
  };
  for (const { table } of tables)
    await zip.addText(`data/${table.name}.json`, readTable(tx, table, { agencyId, onRows }));
  return tables.map(({ table: { name }, rows }) => ({ name, rows }));
}

async function writeMedia(
  zip: ZipWriter,
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  {
    agencyId,
    untilId,
    pages,
    onShare,
  }: Pick<Writing, 'agencyId' | 'onShare'> & { untilId: string; pages: WrittenPages },
): Promise<Omit<Written, 'sizeBytes'>> {
  const allBytes = Math.max(1, Number(pages.overview.file_bytes));
  const missing: string[] = [];
  let files = 0;
  let doneBytes = 0;
  for (let afterId = '0'; ;) {
    const part = await db.asAgency(agencyId, (tx) => readFiles(tx, { agencyId, afterId, untilId, limit: filesAtOnce }));
    for (const file of part) {
      if (await copy(zip, storage, { name: file.name, as: mediaPath(file.name), changedAt: file.created_at }))
        files += 1;
      else missing.push(file.name);
      if (file.thumbnail !== null)
        await copy(zip, storage, {
          name: file.thumbnail,
          as: thumbnailPath(file.thumbnail),
          changedAt: file.created_at,
        });
      doneBytes += Number(file.size_bytes);
      await onShare('media', doneBytes / allBytes);
    }
    const last = part.at(-1);
    if (last === undefined) break;
    afterId = last.id;
  }
  if (missing.length > 0) await zip.addText('media/missing.txt', `${missing.join('\n')}\n`);
  return { files, missing: missing.length };
}

/** Copies an object into the ZIP; false if storage does not have it. */
async function copy(
  zip: ZipWriter,
  storage: Services['storage'],
  { name, as, changedAt }: { name: string; as: string; changedAt: Date },
): Promise<boolean> {
  const opened = await storage.open(name);
  if (opened === null) return false;
  await zip.addBytes(as, opened.body, changedAt);
  return true;
}
