import { messages } from '#contract/messages.ts';
import type { Input } from '#contract/index.ts';
import type { StreamItem } from '#contract/content/streams.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type OutsideContext, type ReceivedFile, type Reply } from '../../base/handlers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { dropFile, storeFile, type JudgedFile, type StoredNames } from '../../base/media/index.ts';
import { shareFile, shareOrInsert } from '../../base/files/index.ts';
import { insertItems } from './item-queries.ts';
import { judgeFile } from './judge.ts';
import { presentItem } from './present.ts';
import { findStream, lockStream } from './queries.ts';
import { titleOfFileName } from '../../base/lib/file-title.ts';
import { bytesOfTexts } from './quota.ts';

/**
 * Adds an uploaded file to a stream. No transaction is open while the file is checked and stored, which takes up to
 * seconds; if its stream is deleted meanwhile, the file is removed again. Bytes that the agency already has are not
 * stored again: the item gets the existing file.
 */
export async function uploadFile(input: Input<'stream'>, context: OutsideContext): Promise<Reply<StreamItem>> {
  const { file } = context;
  if (file === null) throw new UserError(messages.invalidFileType, { status: 422 });
  return { message: messages.uploaded, data: await addFile({ ...input, file }, context) };
}

/** A file on disk for a stream; `noted` is called with its item in the transaction that adds it. */
export type FileToAdd = Input<'stream'> & {
  file: ReceivedFile;
  noted?: (tx: Tx, itemId: string) => Promise<void>;
};

/** The parts of a call's context that adding a file needs. */
type Adding = Pick<OutsideContext, 'user' | 'services' | 'transaction' | 'now' | 'signal'>;

/** Like `uploadFile`, for a file that came in another way. Throws a UserError with its fault. */
export async function addFile(toAdd: FileToAdd, context: Adding): Promise<StreamItem> {
  const { user, services, transaction, signal } = context;
  const { file } = toAdd;
  const { agencyId } = user;
  const stream = await transaction((tx) => findStream(tx, { agencyId, id: toAdd.content_stream_id }));
  if (stream === undefined) throw new UserError(messages.notFound, { status: 404 });

  const { ffmpegPath } = services.config;
  const judged = await judgeFile(file, { agencyId, streamType: stream.type, ffmpegPath, signal });
  const there = await addItem({ toAdd, judged, stored: null }, context);
  if (there !== null) return there.item;
  const stored = await storeFile(services.storage, judged);
  let isNeeded = false;
  try {
    const added = await addItem({ toAdd, judged, stored }, context);
    if (added === null) throw new Error('a file that is stored was not written down');
    isNeeded = added.isNew;
    return added.item;
  } finally {
    if (!isNeeded) await dropFile(services.storage, stored);
  }
}

type ToWrite = { toAdd: FileToAdd; judged: JudgedFile; stored: StoredNames | null };

/**
 * Adds the item, using the agency's file with the same bytes if there is one; null if there is none and this file is
 * not stored.
 */
function addItem(
  { toAdd, judged, stored }: ToWrite,
  { user, services, transaction, now }: Adding,
): Promise<{ item: StreamItem; isNew: boolean } | null> {
  const { agencyId } = user;
  const title = titleOfFileName(toAdd.file.fileName);
  return transaction(async (tx) => {
    if ((await lockStream(tx, { agencyId, id: toAdd.content_stream_id })) === undefined)
      throw new UserError(messages.notFound, { status: 404 });
    const words = { title: toAdd.title === '' ? title : toAdd.title, description: toAdd.description };
    const titleFromFile = toAdd.title === '' || toAdd.title_from_file === true;
    const names = stored ?? { name: '', thumbnailName: null };
    const added = {
      file: { ...judged, ...names, title, agencyId, createdBy: user.id, now },
      quotaBytes: services.config.uploadQuotaBytes,
      moreBytes: bytesOfTexts([words]),
    };
    const shared = stored === null ? await shareFile(tx, added) : await shareOrInsert(tx, added);
    if (shared === null) return null;
    const { id: fileId, isNew } = typeof shared === 'string' ? { id: shared, isNew: false } : shared;
    const [item] = await insertItems(tx, {
      agencyId,
      streamId: toAdd.content_stream_id,
      format: 'text',
      items: [{ ...words, fileId, titleFromFile }],
      sequence: toAdd.sequence,
      now,
    });
    if (item === undefined) throw new Error('an item just added is not in its stream');
    await toAdd.noted?.(tx, item.id);
    if (isNew && judged.thumbnail === null) await enqueueJob(tx, jobs.makeThumbnail, { fileId });
    return { item: presentItem(item), isNew };
  });
}
