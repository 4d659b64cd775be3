import { messages } from '#contract/messages.ts';
import type { Input } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import { mostOpen, pieceAt } from '#rules/pieces.ts';
import { refuseByName, type UploadPurpose } from '#rules/uploads.ts';
import { createReadStream } from 'node:fs';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { checkQuota, invalidType, lockUploads } from '../../base/files/index.ts';
import { newFileName } from '../../base/media/index.ts';
import { mediaOfType, purposeOfType } from '../library/index.ts';
import { findStream } from '../streams/index.ts';
import { dropPieces } from './drop.ts';
import { finishUpload } from './finish.ts';
import { keptSince, presentUpload } from './present.ts';
import { countOpen, findUpload, insertPiece, insertUpload, listUploads, lockUpload } from './queries.ts';

const gone = () => new UserError(messages.uploadGone, { status: 404 });

/** Calls for files that are uploaded in pieces. */
export const uploadCalls = {
  'begin-upload': async (input, { user, services, tx, now }) => {
    const { agencyId, id: userId } = user;
    const since = keptSince(now);
    const refusal = refuseByName(await purposeOf(tx, agencyId, input), {
      fileName: input.file_name,
      sizeBytes: input.size_bytes,
    });
    if (refusal === 'invalidFileType') throw invalidType(mediaOfType(input.file_type ?? 'image'));
    if (refusal !== null) throw new UserError(messages[refusal], { status: 413 });
    await lockUploads(tx, agencyId);
    const { open, bytes } = await countOpen(tx, { agencyId, since });
    if (open >= mostOpen) throw new UserError(messages.uploadsOpen);
    const quotaBytes = services.config.uploadQuotaBytes;
    await checkQuota(tx, { agencyId, quotaBytes, moreBytes: bytes + input.size_bytes });
    const id = await insertUpload(tx, {
      agencyId,
      userId,
      now,
      stream_id: input.content_stream_id ?? null,
      file_type: input.file_type ?? null,
      file_name: input.file_name,
      size_bytes: input.size_bytes,
      sha256: Buffer.from(input.sha256, 'hex'),
      sequence: input.sequence ?? null,
    });
    const row = await findUpload(tx, { agencyId, userId, id, since });
    if (row === undefined) throw new Error('an upload just begun is not there');
    return { message: '', data: presentUpload(row) };
  },

  'upload-piece': outside(async ({ id, number }, { user, services, transaction, file, now }) => {
    const { agencyId, id: userId } = user;
    const key = { agencyId, userId, id, since: keptSince(now) };
    const row = await transaction((tx) => findUpload(tx, key));
    if (row === undefined) throw gone();
    if (row.made_id !== null || row.pieces.includes(number)) return { message: '', data: presentUpload(row) };
    const { from, to } = pieceAt(number, row.size_bytes);
    if (file === null || to <= from || file.sizeBytes !== to - from)
      throw new UserError(messages.pieceWrong, { status: 422 });
    const name = `piece-${newFileName('part')}`;
    await services.storage.put(name, createReadStream(file.path), {
      contentType: 'application/octet-stream',
      sizeBytes: file.sizeBytes,
    });
    let isNoted = false;
    try {
      const data = await transaction(async (tx) => {
        const locked = await lockUpload(tx, key);
        if (locked === undefined) throw gone();
        isNoted = locked.made_id === null && (await insertPiece(tx, { agencyId, id, number, name }));
        return presentUpload((await findUpload(tx, key)) ?? locked);
      });
      return { message: '', data };
    } catch (error) {
      isNoted = false;
      throw error;
    } finally {
      if (!isNoted) await services.storage.delete(name);
    }
  }),

  'finish-upload': outside(async ({ id }, context) => ({
    message: messages.uploaded,
    data: await finishUpload(id, context),
  })),

  'fetch-uploads': async ({ content_stream_id: streamId = null }, { user, tx, now }) => {
    const { agencyId, id: userId } = user;
    const rows = await listUploads(tx, { agencyId, userId, streamId, since: keptSince(now) });
    return { message: '', data: { uploads: rows.map(presentUpload) } };
  },

  'drop-upload': outside(async ({ id }, { user, services, transaction, now }) => {
    const { agencyId, id: userId } = user;
    const row = await transaction((tx) => findUpload(tx, { agencyId, userId, id, since: keptSince(now) }));
    if (row === undefined) throw gone();
    await dropPieces(services, { agencyId, id, isWhole: row.made_id !== null });
    return { message: messages.uploadDropped, data: null };
  }),
} satisfies Partial<Handlers>;

/** The limits by which a file is judged; throws a UserError if it cannot be uploaded there. */
async function purposeOf(
  tx: Tx,
  agencyId: string,
  { content_stream_id: streamId, file_type: type }: Input<'begin-upload'>,
): Promise<UploadPurpose> {
  if (streamId === undefined) return purposeOfType(type ?? 'image');
  const stream = await findStream(tx, { agencyId, id: streamId });
  if (stream === undefined) throw new UserError(messages.notFound, { status: 404 });
  if (stream.type === 'image') return 'streamImage';
  if (stream.type === 'video') return 'streamVideo';
  throw new UserError(messages.streamTypeMismatch, { status: 422 });
}
