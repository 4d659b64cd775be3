/** The queries of the files of the Upgrades page, in the table `upgrade_files`. */
import type { Tx } from '#db/database.ts';

const columns = [
  'id',
  'material',
  'version',
  'file_name',
  'content_type',
  'state',
  'percent',
  'object_name',
  'size_bytes',
] as const;
type Held = { id: string; run: string; now: Date };

/** Every file that was ever requested. */
export const listFiles = (tx: Tx) => tx.selectFrom('upgrade_files').select(columns).execute();
export type FileRow = Awaited<ReturnType<typeof listFiles>>[number];

/** A worker without progress for this long is taken to be gone, ms. */
const goneMs = 15 * 60_000;

/** Requests a file, again if it has failed or its worker is gone; undefined if it is ready or being made. */
export const askForFile = (
  tx: Tx,
  file: { material: string; version: string; fileName: string; contentType: string; now: Date },
): Promise<{ id: string } | undefined> =>
  tx
    .insertInto('upgrade_files')
    .values({
      material: file.material,
      version: file.version,
      file_name: file.fileName,
      content_type: file.contentType,
      touched_at: file.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['material', 'version'])
        .doUpdateSet({ state: 'waiting', percent: 0, touched_at: file.now })
        .where(({ eb, or, and }) =>
          or([
            eb('upgrade_files.state', '=', 'failed'),
            and([
              eb('upgrade_files.state', '<>', 'ready'),
              eb('upgrade_files.touched_at', '<', new Date(file.now.getTime() - goneMs)),
            ]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst();

/** The file of a material's version. */
export const findFile = (
  tx: Tx,
  { material, version }: { material: string; version: string },
): Promise<FileRow | undefined> =>
  tx
    .selectFrom('upgrade_files')
    .select(columns)
    .where('material', '=', material)
    .where('version', '=', version)
    .executeTakeFirst();

/** Where the files of these materials are stored; fewer than requested while some are not ready. */
export const listReady = (tx: Tx, wanted: readonly { material: string; version: string }[]) =>
  tx
    .selectFrom('upgrade_files')
    .select(['material', 'version', 'object_name'])
    .where('state', '=', 'ready')
    .where(
      'version',
      'in',
      wanted.map(({ version }) => version),
    )
    .execute();

/** A file that is ready, by its id. */
export const findReady = (tx: Tx, id: string): Promise<FileRow | undefined> =>
  tx.selectFrom('upgrade_files').select(columns).where('id', '=', id).where('state', '=', 'ready').executeTakeFirst();

/** Takes over a file, from the beginning; an earlier worker loses it. Undefined if it has ended. */
export const takeFile = (tx: Tx, { id, run, now }: Held): Promise<FileRow | undefined> =>
  tx
    .updateTable('upgrade_files')
    .set({ state: 'running', run, percent: 0, touched_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(columns)
    .executeTakeFirst();

/** Records a file's progress. */
export async function noteFile(tx: Tx, { id, run, now, percent }: Held & { percent: number }): Promise<void> {
  await tx
    .updateTable('upgrade_files')
    .set({ percent, touched_at: now })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .execute();
}

/** Marks a file as ready. False if another worker has it. */
export async function finishFile(
  tx: Tx,
  { id, run, now, objectName, sizeBytes }: Held & { objectName: string; sizeBytes: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('upgrade_files')
    .set({ state: 'ready', percent: 100, object_name: objectName, size_bytes: String(sizeBytes), touched_at: now })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a file as failed. */
export async function failFile(tx: Tx, { id, run, now }: Held): Promise<void> {
  await tx
    .updateTable('upgrade_files')
    .set({ state: 'failed', touched_at: now })
    .where('id', '=', id)
    .where('run', '=', run)
    .execute();
}
