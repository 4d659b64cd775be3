/** Takes a file on disk into an agency's library. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { fileKinds, sniffFile, type FileKind } from '#rules/uploads.ts';
import { UserError, type Services } from '../app/handlers.ts';
import { enqueueJob, jobs } from '../app/jobs.ts';
import { dropFile, headOf, judgedFile, storeFile, type JudgedFile, type StoredNames } from '../media/index.ts';
import { findFile, findSameBytes, insertLicence, insertParts, type FileRow, type Licence } from './file-queries.ts';
import { insertFile } from './queries.ts';
import { checkQuota, takeQuota } from './quota.ts';

/** A file on disk that is to be kept, and all that is known of it. */
export type ToKeep = {
  agencyId: string;
  /** Who brought it; null for what a job has made. */
  userId: string | null;
  /** Rewritten in place where a picture is turned upright and stripped of a camera's notes. The caller removes it. */
  path: string;
  /** What people call it. */
  title: string;
  /** What it may be; everything else is refused. */
  media: FileMedia;
  licence?: Licence;
  /** The files it was made from: their licence records become its own as well. */
  madeFrom?: readonly string[];
  now: Date;
  signal?: AbortSignal;
};

/** The kinds of media that can be kept. */
export type FileMedia = 'image' | 'video' | 'audio';

/** How transactions are opened: a call's own, or `services.db.asAgency` of a job. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Keeps a file: judged by its content, measured, stored, its thumbnail made (a video's later, by a job). Bytes that the
 * agency's library has already are not stored again: the file that is there is answered, with the licence added. Throws
 * a UserError that says what is wrong with it, or that the agency's space is used up.
 */
export async function keepFile(
  { services, transaction }: { services: Services; transaction: Transaction },
  file: ToKeep,
): Promise<FileRow> {
  const kind = sniffFile(await headOf(file.path));
  if (kind === null || fileKinds[kind].media !== file.media) throw invalidType(file.media);
  const judged = await judge(services, { kind, file });
  const { agencyId } = file;
  const there = await transaction(async (tx) => {
    const same = await findSameBytes(tx, { agencyId, sha256: judged.sha256 });
    if (same === undefined) await checkQuota(tx, addition(services, { agencyId, judged }));
    return same === undefined ? undefined : noted(tx, { file, row: same });
  });
  if (there !== undefined) return there;
  const stored = await storeFile(services.storage, judged);
  let row: FileRow | undefined;
  try {
    row = await transaction((tx) => insertKept(tx, { services, file, judged, stored }));
    return row;
  } finally {
    if (row?.name !== stored.name) await dropFile(services.storage, stored);
  }
}

const addition = (
  { config }: Services,
  { agencyId, judged }: { agencyId: string; judged: JudgedFile },
): Parameters<typeof checkQuota>[1] => ({
  agencyId,
  quotaBytes: config.uploadQuotaBytes,
  moreBytes: judged.sizeBytes,
});

/** Why a file of another kind is not taken, in the words of what it was to be. */
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

/** Writes the file down behind the lock of uploads, or answers the one that came in with the same bytes meanwhile. */
async function insertKept(
  tx: Tx,
  { services, file, judged, stored }: { services: Services; file: ToKeep; judged: JudgedFile; stored: StoredNames },
): Promise<FileRow> {
  const { agencyId } = file;
  await takeQuota(tx, addition(services, { agencyId, judged }));
  const same = await findSameBytes(tx, { agencyId, sha256: judged.sha256 });
  if (same !== undefined) return noted(tx, { file, row: same });
  const { title, userId: createdBy, now } = file;
  const id = await insertFile(tx, { ...judged, ...stored, agencyId, title, createdBy, now, isKept: true });
  if (judged.kind === 'video') await enqueueJob(tx, jobs.makeThumbnail, { fileId: id });
  const row = await findFile(tx, { agencyId, id });
  if (row === undefined) throw new Error('a file just kept is not there');
  return noted(tx, { file, row });
}

/** The file, with its licence and what it was made from on record. */
async function noted(tx: Tx, { file, row }: { file: ToKeep; row: FileRow }): Promise<FileRow> {
  const key = { agencyId: file.agencyId, fileId: row.id };
  if (file.licence !== undefined) await insertLicence(tx, { ...key, licence: file.licence, now: file.now });
  if (file.madeFrom !== undefined && file.madeFrom.length > 0)
    await insertParts(tx, { ...key, partIds: file.madeFrom });
  return row;
}
