/** Files that agencies have taken of late: a document that names one again need not wait for the same copy. */
import type { Message } from '#contract/messages.ts';
import type { Services } from '../../base/handlers.ts';
import { findFile, type FileMedia, type FileRow, type Transaction } from '../../base/files/index.ts';

/** The dependencies of copying; outside of any transaction, because it draws or downloads first. */
export type TakeMeans = { services: Services; transaction: Transaction };

/** The taker of a file, and the kinds it may be. */
export type Taking = {
  agencyId: string;
  userId: string | null;
  /** The kinds of media that fit where it goes. */
  media: readonly FileMedia[];
  /** A size that it must stay under (bytes), and the words for a larger one. */
  below?: { bytes: number; tooLarge: Message };
  now: Date;
  signal: AbortSignal;
};

/** A copy: the library's file, what the thing is called, and the line that must be shown where it is used, or null. */
export type TakenFile = { file: FileRow; title: string; credit: string | null };

type Wanted = Taking & { address: string };
type Remembered = Omit<TakenFile, 'file'> & { fileId: string };

const mostRemembered = 1_000;
const rememberedOf = new WeakMap<Services['db'], Map<string, Remembered>>();

const keyOf = ({ agencyId, address, media, below }: Wanted): string =>
  JSON.stringify([agencyId, address, media, below?.bytes ?? null]);

/** The copy of an earlier taking of the same agency for the same use; null if there is none, or none any more. */
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

/** Records a copy; the oldest of too many are forgotten. */
export function rememberTaken({ db }: Services, { wanted, taken }: { wanted: Wanted; taken: TakenFile }): void {
  const remembered = rememberedOf.get(db) ?? new Map<string, Remembered>();
  rememberedOf.set(db, remembered);
  const { file, ...said } = taken;
  remembered.set(keyOf(wanted), { ...said, fileId: file.id });
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
}
