import { messages } from '#contract/messages.ts';
import type { Input } from '#contract/index.ts';
import type { StreamItem } from '#contract/streams.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type OutsideContext, type ReceivedFile, type Reply } from '../app/handlers.ts';
import { enqueueJob, jobs } from '../app/jobs.ts';
import { dropFile, storeFile, type JudgedFile, type StoredNames } from '../media/index.ts';
import { checkQuota, insertFile, takeQuota } from '../library/index.ts';
import { insertItems } from './item-queries.ts';
import { judgeFile } from './judge.ts';
import { presentItem } from './present.ts';
import { findStream, lockStream } from './queries.ts';
import { titleOfFileName } from '../lib/file-title.ts';
import { bytesOfTexts } from './quota.ts';

/**
 * Adds an uploaded file to a stream. No transaction is open while the file is judged and stored, which takes up to
 * seconds; a file whose stream went away meanwhile is removed again.
 */
export async function uploadFile(input: Input<'stream'>, context: OutsideContext): Promise<Reply<StreamItem>> {
  const { file } = context;
  if (file === null) throw new UserError(messages.invalidFileType, { status: 422 });
  return { message: messages.uploaded, data: await addFile({ ...input, file }, context) };
}

/** A file on disk for a stream; `noted` is told of its item in the transaction that adds it. */
export type FileToAdd = Input<'stream'> & {
  file: ReceivedFile;
  noted?: (tx: Tx, itemId: string) => Promise<void>;
};

/** What adding a file takes of a call's context. */
type Adding = Pick<OutsideContext, 'user' | 'services' | 'transaction' | 'now' | 'signal'>;

/** The same for a file that came in another way. Throws a UserError that says what is wrong with it. */
export async function addFile(toAdd: FileToAdd, context: Adding): Promise<StreamItem> {
  const { user, services, transaction, signal } = context;
  const { file } = toAdd;
  const stream = await transaction(async (tx) => {
    await checkQuota(tx, {
      agencyId: user.agencyId,
      quotaBytes: services.config.uploadQuotaBytes,
      moreBytes: file.sizeBytes,
    });
    return findStream(tx, { agencyId: user.agencyId, id: toAdd.content_stream_id });
  });
  if (stream === undefined) throw new UserError(messages.notFound, { status: 404 });

  const { ffmpegPath } = services.config;
  const judged = await judgeFile(file, { agencyId: user.agencyId, streamType: stream.type, ffmpegPath, signal });
  const stored = await storeFile(services.storage, judged);
  try {
    return await addItem({ toAdd, judged, stored }, context);
  } catch (error) {
    await dropFile(services.storage, stored);
    throw error;
  }
}

function addItem(
  { toAdd, judged, stored }: { toAdd: FileToAdd; judged: JudgedFile; stored: StoredNames },
  { user, services, transaction, now }: Adding,
): Promise<StreamItem> {
  const { agencyId } = user;
  const { fileName } = toAdd.file;
  return transaction(async (tx) => {
    if ((await lockStream(tx, { agencyId, id: toAdd.content_stream_id })) === undefined)
      throw new UserError(messages.notFound, { status: 404 });
    const words = {
      title: toAdd.title === '' ? titleOfFileName(fileName) : toAdd.title,
      description: toAdd.description,
    };
    await takeQuota(tx, {
      agencyId,
      quotaBytes: services.config.uploadQuotaBytes,
      moreBytes: judged.sizeBytes + bytesOfTexts([words]),
    });
    const fileId = await insertFile(tx, {
      ...judged,
      ...stored,
      title: titleOfFileName(fileName),
      agencyId,
      createdBy: user.id,
      now,
    });
    const [item] = await insertItems(tx, {
      agencyId,
      streamId: toAdd.content_stream_id,
      format: 'text',
      items: [{ ...words, fileId }],
      sequence: toAdd.sequence,
      now,
    });
    if (item === undefined) throw new Error('an item just added is not in its stream');
    await toAdd.noted?.(tx, item.id);
    if (judged.thumbnail === null) await enqueueJob(tx, jobs.makeThumbnail, { fileId });
    return presentItem(item);
  });
}
