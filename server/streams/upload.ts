import { messages } from '#contract/messages.ts';
import type { Input } from '#contract/index.ts';
import type { StreamItem } from '#contract/streams.ts';
import { UserError, type OutsideContext, type Reply } from '../app/handlers.ts';
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
  const { user, services, transaction, file, signal } = context;
  if (file === null) throw new UserError(messages.invalidFileType, { status: 422 });
  const stream = await transaction(async (tx) => {
    await checkQuota(tx, {
      agencyId: user.agencyId,
      quotaBytes: services.config.uploadQuotaBytes,
      moreBytes: file.sizeBytes,
    });
    return findStream(tx, { agencyId: user.agencyId, id: input.content_stream_id });
  });
  if (stream === undefined) throw new UserError(messages.notFound, { status: 404 });

  const { ffmpegPath } = services.config;
  const judged = await judgeFile(file, { agencyId: user.agencyId, streamType: stream.type, ffmpegPath, signal });
  const stored = await storeFile(services.storage, judged);
  try {
    return {
      message: messages.uploaded,
      data: await addItem({ input, judged, stored, fileName: file.fileName }, context),
    };
  } catch (error) {
    await dropFile(services.storage, stored);
    throw error;
  }
}

function addItem(
  {
    input,
    judged,
    stored,
    fileName,
  }: { input: Input<'stream'>; judged: JudgedFile; stored: StoredNames; fileName: string },
  { user, services, transaction, now }: OutsideContext,
): Promise<StreamItem> {
  const { agencyId } = user;
  return transaction(async (tx) => {
    if ((await lockStream(tx, { agencyId, id: input.content_stream_id })) === undefined)
      throw new UserError(messages.notFound, { status: 404 });
    const words = {
      title: input.title === '' ? titleOfFileName(fileName) : input.title,
      description: input.description,
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
      streamId: input.content_stream_id,
      format: 'text',
      items: [{ ...words, fileId }],
      sequence: input.sequence,
      now,
    });
    if (item === undefined) throw new Error('an item just added is not in its stream');
    if (judged.thumbnail === null) await enqueueJob(tx, jobs.makeThumbnail, { fileId });
    return presentItem(item);
  });
}
