/** Copies search results into an agency's library. */
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { fileKinds, sniffFile } from '#rules/uploads.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { keepFile, type FileMedia, type Licence } from '../../base/files/index.ts';
import { withdrawWork } from '../licences/index.ts';
import { headOf } from '../../base/media/index.ts';
import { isFoundAddress, readAddress, type FoundThing } from './address.ts';
import { downloadInTurn, draw, openAtSource, type NotBrought } from './bring.ts';
import { rememberTaken, takenBefore, type TakeMeans, type TakenFile, type Taking } from './taken.ts';

/**
 * Copies the result at a found URL into the agency's library: from then on the file no longer needs its source.
 * `address` is a `/found/…` of a search of this installation, also absolute at PUBLIC_URL; `isFoundAddress` tells it
 * from others. The file is checked, measured and counted like an upload, and its licence is recorded (source, the
 * work's id there, author, licence, page, instant). The same bytes are kept once per agency, so that copying twice
 * gives the same file. Takes less than a second for pictures, and five to fifteen seconds for built-in loops and long
 * music. Quotes are not copied, and fonts are copied by `takeFaces`. Throws a UserError: 422 for a URL that this
 * installation did not sign, that is older than 30 days, or that names something of another kind than `media`; 413 for
 * a file that is too large or leaves no space; 409 with the source's message if it does not give the file or does not
 * permit copies. Rejects with the signal's reason if that aborts first; what has been fetched by then is kept and used
 * by the next attempt, which therefore gets further.
 */
export async function takeFound(
  { services, transaction }: TakeMeans,
  { address, ...taking }: Taking & { address: string },
): Promise<TakenFile> {
  const thing = readAddress(services, address);
  if (thing === null) throw new UserError(messages.foundGone, { status: 422 });
  return takeThing({ services, transaction }, { ...taking, thing, address });
}

/** Like `takeFound`, for a result that is read already; `address` identifies it if it is copied again. */
export async function takeThing(
  { services, transaction }: TakeMeans,
  { thing, address, ...taking }: Taking & { thing: FoundThing; address: string },
): Promise<TakenFile> {
  const wanted = { ...taking, address };
  const before = await takenBefore({ services, transaction }, wanted);
  if (before !== null) return before;
  taking.signal.throwIfAborted();
  const dir = join(services.config.dataDir, 'tmp');
  await mkdir(dir, { recursive: true });
  const path = join(dir, randomBytes(16).toString('hex'));
  try {
    const refusal = await bring(services, thing, { path, whose: taking.agencyId, signal: taking.signal });
    if (refusal !== null) {
      const { source, id: item, credit } = thing;
      const work = { source, item, page: credit.pageUrl ?? '', now: taking.now };
      if (refusal.isWithdrawn === true)
        await services.db.asSystem((tx) => withdrawWork(tx, { ...work, publicUrl: services.config.publicUrl }));
      throw new UserError(refusal.message);
    }
    const media = await mediaOf(path, taking);
    const { agencyId, userId, now } = taking;
    const [title, licence] = [titleOf(thing), licenceOf(thing)];
    const file = await keepFile({ services, transaction }, { agencyId, userId, path, title, media, licence, now });
    const taken = { file, title, credit: thing.credit.attribution };
    rememberTaken(services, { wanted, taken });
    return taken;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Copies every search result in a document of any shape (a design); returns the document with the URLs of the copies in
 * their place, the copies, and their URLs by those of the results. A URL that occurs twice is copied once; a font's URL
 * is unchanged. Throws as `takeFound` does; what was copied by then stays in the library.
 */
export async function takeAllFound<Document extends object>(
  means: TakeMeans,
  { document, shape, ...taking }: Taking & { document: NoInfer<Document>; shape: z.ZodType<Document> },
): Promise<{ document: Document; taken: TakenFile[]; copies: Record<string, string> }> {
  const taken: TakenFile[] = [];
  const copies: Record<string, string> = {};
  for (const address of foundIn(document, means.services)) {
    const copy = await takeFound(means, { ...taking, address });
    taken.push(copy);
    copies[address] = fileAddress(copy.file.name);
  }
  return { document: withCopies(document, { copies, shape }), taken, copies };
}

/** A document with copies in place of search results. */
export function withCopies<Document extends object>(
  document: NoInfer<Document>,
  { copies, shape }: { copies: Readonly<Record<string, string>>; shape: z.ZodType<Document> },
): Document {
  if (Object.keys(copies).length === 0) return document;
  const replaced: unknown = JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    typeof value === 'string' ? (copies[value] ?? value) : value,
  );
  return shape.parse(replaced);
}

/** The URLs of search results in a document that can be copied, each once: all but fonts. */
export function foundIn(document: unknown, services: Services): string[] {
  const found = new Set<string>();
  JSON.stringify(document, (_key, value: unknown) => {
    if (typeof value === 'string' && isFoundAddress(value, services.config)) found.add(value);
    return value;
  });
  return [...found].filter((address) => readAddress(services, address)?.kind !== 'font');
}

async function bring(
  services: Services,
  thing: FoundThing,
  { path, whose, signal }: { path: string; whose: string; signal: AbortSignal },
): Promise<NotBrought | null> {
  const purpose = { isUsed: true, whose, signal };
  if (thing.source === 'embedded') return draw(services, thing, { ...purpose, path, size: null });
  const at = await openAtSource(services, thing, signal);
  if (at === null) return { message: messages.foundGone, isGone: true };
  const { source, opened } = at;
  if (opened.kind !== 'download') return { message: 'message' in opened ? opened.message : '', isGone: true };
  if (!opened.mayKeep) {
    if (source.used === undefined) return { message: messages.foundMayNotBeKept, isGone: true };
    // A source that must be notified of each use permits the use after that.
    const failure = await source.used(thing.reference, { signal });
    if (failure !== null) return { message: failure.message, isGone: false };
  }
  return downloadInTurn(services, thing, { ...purpose, opened, path });
}

async function mediaOf(path: string, { media, below }: Taking): Promise<FileMedia> {
  // Browsers show more formats than files are kept in: GIF, WebP.
  const kind = sniffFile(await headOf(path));
  const found = media.find((each) => kind !== null && each === fileKinds[kind].media);
  if (found === undefined) throw new UserError(messages.foundKind, { status: 422 });
  if (below !== undefined && (await stat(path)).size >= below.bytes)
    throw new UserError(below.tooLarge, { status: 413 });
  return found;
}

/** A vendor's title, cut to the maximum length of an upload's title. */
const titleOf = ({ title }: FoundThing): string => (title === '' ? 'Untitled' : title.slice(0, 300));

function licenceOf({ source, id, title, credit }: FoundThing): Licence {
  return {
    source,
    sourceItem: id,
    title,
    author: credit.author,
    licence: credit.licence,
    ...(credit.licenceUrl === null ? {} : { licenceUrl: credit.licenceUrl }),
    ...(credit.pageUrl === null ? {} : { pageUrl: credit.pageUrl }),
    ...(credit.attribution === null ? {} : { attribution: credit.attribution }),
  };
}
