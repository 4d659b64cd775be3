/** Turns a complete upload into its target. */
import { messages } from '#contract/messages.ts';
import type { Data } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import { pieceCount } from '#rules/pieces.ts';
import { UserError, type OutsideContext } from '../../base/handlers.ts';
import { titleOfFileName } from '../../base/lib/file-title.ts';
import { presentFile, findFile, keepFile } from '../../base/files/index.ts';
import { openGate } from '../../base/media/index.ts';
import { mediaOfType } from '../library/index.ts';
import { addFile, findItem, presentItem } from '../streams/index.ts';
import { dropPieces } from './drop.ts';
import { keptSince } from './present.ts';
import { findUpload, listPieces, lockUpload, markMade, type Key, type UploadRow } from './queries.ts';
import { putTogether } from './whole.ts';

type Made = Data<'finish-upload'>;

/** As many as a browser sends concurrently; each is on this machine's disk until it is done. */
const turns = openGate({ atOnce: 24, each: 3 });

/** Somebody else has finished the same upload meanwhile, in another tab or by a repeated request. */
class MadeMeanwhile extends Error {}

/**
 * The file of an upload, made now unless it was made before. Throws a UserError if pieces are missing, if the whole is
 * not what was announced (the upload is then given up), or if its content is refused.
 */
export async function finishUpload(id: string, context: OutsideContext): Promise<Made> {
  const { user, transaction, now, signal } = context;
  const key: Key = { agencyId: user.agencyId, userId: user.id, id, since: keptSince(now) };
  return turns(
    user.agencyId,
    async () => {
      const upload = await transaction((tx) => findUpload(tx, key));
      if (upload === undefined) throw new UserError(messages.uploadGone, { status: 404 });
      const made =
        upload.made_id === null ? await make(upload, key, context) : await transaction((tx) => read(tx, key));
      await dropPieces(context.services, { ...key, isWhole: true });
      return made;
    },
    signal,
  );
}

async function make(upload: UploadRow, key: Key, context: OutsideContext): Promise<Made> {
  const { services, transaction } = context;
  const { agencyId, id } = key;
  if (upload.pieces.length !== pieceCount(upload.size_bytes))
    throw new UserError(messages.uploadNotWhole, { status: 409 });
  const names = await transaction((tx) => listPieces(tx, { agencyId, id }));
  const whole = await putTogether(services, { names, sizeBytes: upload.size_bytes, sha256: upload.sha256 });
  if (whole === null) {
    // A concurrent finish has removed the pieces.
    const current = await transaction((tx) => findUpload(tx, key));
    if (typeof current?.made_id === 'string') return transaction((tx) => read(tx, key));
    await dropPieces(services, { agencyId, id, isWhole: false });
    throw new UserError(messages.uploadOther, { status: 422 });
  }
  await using file = whole;
  try {
    return await become(upload, { file, key, context });
  } catch (error) {
    if (error instanceof MadeMeanwhile) return transaction((tx) => read(tx, key));
    // A fault of the content is permanent; other obstacles may end, and the pieces are still there then.
    if (error instanceof UserError && error.status === 422)
      await dropPieces(services, { agencyId, id, isWhole: false });
    throw error;
  }
}

async function become(
  upload: UploadRow,
  { file, key, context }: { file: { path: string; sizeBytes: number }; key: Key; context: OutsideContext },
): Promise<Made> {
  const { user, services, transaction, now, signal } = context;
  const { agencyId } = key;
  const { path, sizeBytes } = file;
  const noted = async (tx: Tx, madeId: string): Promise<void> => {
    await lockUpload(tx, key);
    if (!(await markMade(tx, { agencyId, id: key.id, madeId }))) throw new MadeMeanwhile();
  };
  if (upload.file_type !== null) {
    const row = await keepFile(
      { services, transaction },
      {
        agencyId,
        userId: user.id,
        path,
        title: titleOfFileName(upload.file_name),
        media: mediaOfType(upload.file_type),
        now,
        signal,
      },
    );
    // The library keeps the same bytes once, so that making it twice adds nothing.
    await transaction((tx) => markMade(tx, { agencyId, id: key.id, madeId: row.id }));
    return { item: null, file: presentFile(row) };
  }
  if (upload.stream_id === null) throw new UserError(messages.notFound, { status: 404 });
  const item = await addFile(
    {
      content_stream_id: upload.stream_id,
      title: upload.file_name.replace(/\.[^.]+$/, '').trim(),
      description: '',
      ...(upload.sequence === null ? {} : { sequence: upload.sequence }),
      file: { path, sizeBytes, fileName: upload.file_name },
      noted,
    },
    context,
  );
  return { item, file: null };
}

/** The file that an upload has become already. */
async function read(tx: Tx, key: Key): Promise<Made> {
  const { agencyId } = key;
  const upload = await findUpload(tx, key);
  const id = upload?.made_id ?? null;
  if (upload === undefined || id === null) throw new UserError(messages.uploadGone, { status: 404 });
  const file = upload.file_type === null ? undefined : await findFile(tx, { agencyId, id });
  const item = upload.file_type === null ? await findItem(tx, { agencyId, id }) : undefined;
  if (file === undefined && item === undefined) throw new UserError(messages.notFound, { status: 404 });
  return { item: item === undefined ? null : presentItem(item), file: file === undefined ? null : presentFile(file) };
}
