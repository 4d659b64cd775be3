/** Fetches what a URL names to the disk: drawn by us, or downloaded from its source. */
import { findFfmpeg, headOf } from '../../base/media/index.ts';
import type { Failure, Kind, Opened, Size, Source } from '#sources/source.ts';
import type { Services } from '../../base/handlers.ts';
import type { FoundThing } from './address.ts';
import { openDrawer, type Turn } from './drawing.ts';
import { sniffFound } from './sniff.ts';
import { createSemaphore, SemaphoreError } from '#concurrency/semaphore.ts';

/** Why nothing was fetched, as a message for the person. */
export type NotBrought = {
  message: string;
  isGone: boolean;
  /** The source itself no longer has it. */
  isWithdrawn?: true;
};

/**
 * Pictures and small files do not wait for loops and music, and files to use do not wait for files to view. One process
 * draws pictures faster than a page shows them; a stopped one of the others holds up nobody.
 */
const drawers = {
  quick: openDrawer({ atOnce: 1 }),
  slow: openDrawer({ atOnce: 2 }),
  used: openDrawer({ atOnce: 2 }),
};

/**
 * Downloads to view and to use: each may take as much disk space as the limit of its kind, and a slow source keeps its
 * slot until it is given up.
 */
const downloads = {
  viewed: createSemaphore({ permits: 24, permitsPerKey: 12, mostWaiting: 400, mostWaitingPerKey: 100 }),
  used: createSemaphore({ permits: 8, permitsPerKey: 3, mostWaiting: 400, mostWaitingPerKey: 100 }),
};

const busy: NotBrought = {
  message: 'Too many files are being fetched right now. Please try again in a minute.',
  isGone: false,
};

/** The most bytes downloaded for each kind. */
const mostBytes: Readonly<Record<Kind, number>> = {
  image: 20_000_000,
  meme: 20_000_000,
  video: 100_000_000,
  viral: 20_000_000,
  quote: 0,
  font: 10_000_000,
  music: 40_000_000,
  trend: 5_000_000,
  business: 0,
};
const mostRedirects = 3;
/** How long one answer of a source may take, how long it may send nothing, and how long it may take with redirects. */
const [downloadMs, silentMs, longestMs] = [60_000, 15_000, 90_000];

/** The kinds of files that a result may be; a video's preview is a picture. */
const mediaOf: Readonly<Record<Kind, readonly string[]>> = {
  image: ['image'],
  meme: ['image'],
  video: ['video', 'image'],
  viral: ['video', 'image'],
  quote: [],
  font: ['font'],
  music: ['audio'],
  trend: ['image'],
  business: [],
};

type Means = Pick<Services, 'sources' | 'http' | 'config'>;

/** What a file is fetched for, and for which caller. `isUsed`: it will be kept, not only viewed. */
export type Purpose = Turn & { isUsed: boolean };

/** Draws what an embedded source's reference names into `path`; `size` in px, null for the default one. */
export async function draw(
  { config }: Pick<Services, 'config'>,
  thing: FoundThing,
  { path, size, isUsed, ...turn }: Purpose & { path: string; size: Size | null },
): Promise<NotBrought | null> {
  const isSlow = (thing.kind === 'video' || thing.kind === 'viral' || thing.kind === 'music') && !isPreview(thing);
  if (thing.kind === 'trend' || thing.kind === 'business') return { message: 'This no longer exists.', isGone: true };
  const ffmpeg = isSlow ? await findFfmpeg(config.ffmpegPath) : '';
  const { reference } = thing;
  const { kind } = thing;
  const drawer = isUsed ? drawers.used : isSlow ? drawers.slow : drawers.quick;
  const drawn = await drawer.draw({ kind, reference, path, size, ffmpeg }, turn);
  switch (drawn.outcome) {
    case 'made':
      return null;
    case 'refused':
      return { message: drawn.message, isGone: true };
    case 'busy':
      return { message: 'Too many files are being made right now. Please try again in a minute.', isGone: false };
    case 'gaveUp':
      return { message: 'This took too long. Please try again.', isGone: false };
    default:
      return drawn satisfies never;
  }
}

/** Whether a file is only a preview. */
export const isPreview = ({ source, reference }: FoundThing): boolean =>
  source === 'embedded' && reference.startsWith('small.');

/** The source of a reference, and what it opens there. Null if the source is no longer enabled. */
export async function openAtSource(
  { sources }: Pick<Services, 'sources'>,
  thing: FoundThing,
  signal: AbortSignal,
): Promise<{ source: Source<Kind>; opened: Opened | Failure } | null> {
  const list: readonly Source<Kind>[] = await sources.of(thing.kind);
  const source = list.find(({ id }) => id === thing.source);
  return source === undefined ? null : { source, opened: await source.open(thing.reference, { signal }) };
}

/** Like `download`, when its turn has come. */
export async function downloadInTurn(
  means: Pick<Means, 'http'>,
  thing: FoundThing,
  { isUsed, whose, signal, ...wanted }: Purpose & Omit<Download, 'signal'>,
): Promise<NotBrought | null> {
  const semaphore = isUsed ? downloads.used : downloads.viewed;
  const work = () => download(means, thing, { ...wanted, signal: signal ?? AbortSignal.timeout(longestMs) });
  try {
    return await semaphore.run(work, { key: whose, signal });
  } catch (error) {
    if (error instanceof SemaphoreError) return busy;
    throw error;
  }
}

type Download = { opened: Extract<Opened, { kind: 'download' }>; path: string; signal: AbortSignal };

/** Downloads a file of a source into `path`, with the guarded HTTP client and only through hosts of that source. */
export async function download(
  { http }: Pick<Means, 'http'>,
  { kind }: FoundThing,
  { opened, path, signal }: Download,
): Promise<NotBrought | null> {
  let { url } = opened;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const reply = await http.toFile(
      { method: 'GET', url, headers: {}, signal, maxBytes: mostBytes[kind], timeoutMs: downloadMs, idleMs: silentMs },
      { trust: 'guarded', path },
    );
    if (reply.kind !== 'answered') return { message: 'The source did not send this file.', isGone: false };
    const { location } = reply.headers;
    if (reply.status >= 300 && reply.status < 400 && location !== undefined && URL.canParse(location, url.href)) {
      url = new URL(location, url);
      if (!isAtHosts(url, opened.hosts)) return { message: 'The source did not send this file.', isGone: false };
      continue;
    }
    if (reply.stored.kind !== 'file')
      return reply.status === 404 || reply.status === 410
        ? { message: 'The source no longer has this file.', isGone: true, isWithdrawn: true }
        : { message: 'The source did not send this file.', isGone: false };
    const sniffed = sniffFound(await headOf(path));
    if (sniffed !== null && mediaOf[kind].includes(sniffed.media)) return null;
    return { message: 'The source sent a different kind of file than it announced.', isGone: false };
  }
  return { message: 'The source did not send this file.', isGone: false };
}

const isAtHosts = ({ hostname }: URL, hosts: readonly string[]): boolean =>
  hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
