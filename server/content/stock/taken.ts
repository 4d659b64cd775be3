/** Remembers recently copied files: a document that names one again need not wait for the same copy. */
import type { Message } from '#contract/messages.ts';
import type { Services } from '../../base/handlers.ts';
import { findFile, type FileMedia, type FileRow, type Transaction } from '../../base/files/index.ts';

/** The dependencies of copying. It runs outside any transaction, because it draws or downloads first. */
export type TakeMeans = { services: Services; transaction: Transaction };

/** Who copies a file, and the kinds that it may be. */
export type Taking = {
  agencyId: string;
  userId: string | null;
  /** The kinds of media that fit the target. */
  media: readonly FileMedia[];
  /** A size limit in bytes, and the message for a larger file. */
  below?: { bytes: number; tooLarge: Message };
  now: Date;
  signal: AbortSignal;
};

/** A copy: the library's file, its title, and the credit that must be shown where it is used, or null. */
export type TakenFile = { file: FileRow; title: string; credit: string | null };

type Wanted = Taking & { address: string };
type Remembered = Omit<TakenFile, 'file'> & { fileId: string };

const mostRemembered = 1_000;
const rememberedOf = new WeakMap<Services['db'], Map<string, Remembered>>();

const keyOf = ({ agencyId, address, media, below }: Wanted): string =>
  JSON.stringify([agencyId, address, media, below?.bytes ?? null]);

/**
 * The earlier copy of the same result for the same agency and use; null if there is none, or if it no longer exists.
 */
export async function takenBefore(
  { services: { db }, transaction }: TakeMeans,
  wanted: Wanted,
): Promise<TakenFile | null> {
  const known = rememberedOf.get(db)?.get(keyOf(wanted));
  if (known === undefined) return null;
  const { fileId: id, ...said } = known;
  const file = await transaction((tx) => findFile(tx, { agencyId: wanted.agencyId, id }));
  return file === undefined ? null : { file, ...said };
}

/** Remembers a copy; the oldest of too many are forgotten. */
export function rememberTaken({ db }: Services, { wanted, taken }: { wanted: Wanted; taken: TakenFile }): void {
  const remembered = rememberedOf.get(db) ?? new Map<string, Remembered>();
  rememberedOf.set(db, remembered);
  const { file, ...said } = taken;
  remembered.set(keyOf(wanted), { ...said, fileId: file.id });
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
}
