/** Stores a file on disk in an agency's library. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { fileKinds, sniffFile, type FileKind } from '#rules/uploads.ts';
import { UserError, type Services } from '../handlers.ts';
import { enqueueJob, jobs } from '../jobs.ts';
import { dropFile, headOf, judgedFile, storeFile, type JudgedFile, type StoredNames } from '../media/index.ts';
import { findFile, insertLicence, insertParts, type FileRow, type Licence } from './file-queries.ts';
import { shareFile, shareOrInsert, type Added } from './same-bytes.ts';

/** A file on disk to store, with its known facts. */
export type ToKeep = {
  agencyId: string;
  /** The person who uploaded it; null for the result of a job. */
  userId: string | null;
  /** Rewritten in place if a picture is rotated or has its camera metadata removed. The caller deletes it. */
  path: string;
  /** Its display name. */
  title: string;
  /** The accepted kinds of media; all others are refused. */
  media: FileMedia;
  licence?: Licence;
  /** The files that this one was made from; it inherits their licence records. */
  madeFrom?: readonly string[];
  now: Date;
  signal?: AbortSignal;
};

/** The kinds of media that can be kept. */
export type FileMedia = 'image' | 'video' | 'audio' | 'font';

/** How transactions are opened: the call's own, or `services.db.asAgency` in a job. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Stores a file: checks its content, measures it, and makes its thumbnail (a job makes that of a video later). If the
 * agency already has the same bytes in its library or in a stream, they are not stored again: the existing file is
 * returned, with the licence added. Throws a UserError if the file has a fault or the agency's space is used up.
 */
export async function keepFile(
  { services, transaction }: { services: Services; transaction: Transaction },
  file: ToKeep,
): Promise<FileRow> {
  const kind = sniffFile(await headOf(file.path));
  if (kind === null || fileKinds[kind].media !== file.media) throw invalidType(file.media);
  const judged = await judge(services, { kind, file });
  const given = { services, file, judged };
  const there = await transaction(async (tx) => {
    const id = await shareFile(tx, addition(given, { name: '', thumbnailName: null }));
    return id === null ? undefined : noted(tx, { file, id });
  });
  if (there !== undefined) return there;
  const stored = await storeFile(services.storage, judged);
  let isNeeded = false;
  try {
    const { row, isNew } = await transaction(async (tx) => {
      const { id, isNew } = await shareOrInsert(tx, addition(given, stored));
      if (isNew && judged.kind === 'video') await enqueueJob(tx, jobs.makeThumbnail, { fileId: id });
      return { row: await noted(tx, { file, id }), isNew };
    });
    isNeeded = isNew;
    return row;
  } finally {
    if (!isNeeded) await dropFile(services.storage, stored);
  }
}

type Given = { services: Services; file: ToKeep; judged: JudgedFile };

const addition = (
  { services: { config }, file: { agencyId, title, userId: createdBy, now }, judged }: Given,
  stored: StoredNames,
): Added => ({
  file: { ...judged, ...stored, agencyId, title, createdBy, now, isKept: true },
  quotaBytes: config.uploadQuotaBytes,
  moreBytes: 0,
});

/** The message for a file of the wrong kind, by the expected kind. */
export const invalidType = (media: FileMedia): UserError => {
  const message = media === 'audio' ? messages.invalidMusicType : messages.invalidFileType;
  return new UserError(message, { status: 422, errors: { file: message } });
};

async function judge(
  { config }: Services,
  { kind, file: { path, agencyId, signal } }: { kind: FileKind; file: ToKeep },
): Promise<JudgedFile> {
  const judged = await judgedFile(kind, {
    path,
    agencyId,
    ffmpegPath: config.ffmpegPath,
    ...(signal && { signal }),
  });
  if (typeof judged !== 'string') return judged;
  throw new UserError(messages[judged], { status: 422, errors: { file: messages[judged] } });
}

/** Stores the file with its licence records and its parts. */
async function noted(tx: Tx, { file, id }: { file: ToKeep; id: string }): Promise<FileRow> {
  const { agencyId } = file;
  const row = await findFile(tx, { agencyId, id });
  if (row === undefined) throw new Error('a file just kept is not there');
  const key = { agencyId, fileId: id };
  if (file.licence !== undefined) await insertLicence(tx, { ...key, licence: file.licence, now: file.now });
  if (file.madeFrom !== undefined && file.madeFrom.length > 0)
    await insertParts(tx, { ...key, partIds: file.madeFrom });
  return row;
}
