/** The file behind a URL, for viewing: from the cache, or fetched. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { messages } from '#contract/messages.ts';
import type { Size } from '#sources/source.ts';
import type { Services } from '../../base/handlers.ts';
import { headOf } from '../../base/media/index.ts';
import { readAddress, type FoundThing } from './address.ts';
import { downloadInTurn, draw, isPreview, openAtSource, type NotBrought } from './bring.ts';
import { openCache } from './cache.ts';
import { sniffFound } from './sniff.ts';

/** A file to view, or the reason why there is none. `maxAgeSeconds`: how long a browser may cache it. */
export type Viewed =
  | { kind: 'file'; path: string; contentType: string; etag: string; maxAgeSeconds: number }
  | { kind: 'none'; status: 404 | 502; message: string };

/** Loops are viewed in a smaller size than they are used in: a third of the work. */
const viewedLoop: Size = { width: 640, height: 360 };
/** A file that its source does not want copied is kept for minutes only. */
const passingSeconds = 300;
const longestKeptSeconds = 7 * 86_400;
const browserSeconds = 86_400;

/** A request to view a URL; `whose` is the caller, for taking turns. */
export type Look = { address: string; whose: string; signal: AbortSignal };

/** Opens the files behind URLs; a concurrent request for the same file waits for the first. */
export function openFound(services: Services): (look: Look) => Promise<Viewed> {
  const { config } = services;
  const cache = openCache({ dir: join(config.dataDir, 'found'), maxBytes: config.foundCacheBytes });
  return async (look) => {
    const { address } = look;
    const thing = readAddress(services, address);
    if (thing === null) return none({ message: messages.foundGone, isGone: true });
    const name = nameOf(thing);
    const way = await wayTo(services, thing, look);
    if ('message' in way) return none(way);
    const made = await cache.file<NotBrought>(name, { maxAgeSeconds: way.maxAgeSeconds, make: way.make });
    if ('refusal' in made) return none(made.refusal);
    const sniffed = sniffFound(await headOf(made.path));
    if (sniffed === null) return none({ message: messages.foundGone, isGone: true });
    const maxAgeSeconds = Math.min(browserSeconds, way.maxAgeSeconds ?? browserSeconds);
    return { kind: 'file', path: made.path, contentType: sniffed.contentType, etag: `"${name}"`, maxAgeSeconds };
  };
}

const none = ({ message, isGone }: NotBrought): Viewed => ({ kind: 'none', status: isGone ? 404 : 502, message });

/** The name of a file in the cache: the same for all URLs of the same file. */
const nameOf = ({ kind, source, reference }: FoundThing): string =>
  createHash('sha256').update([kind, source, reference].join(' ')).digest('hex').slice(0, 40);

type Way = { maxAgeSeconds: number | null; make: (path: string) => Promise<NotBrought | null> };

/** How a file is fetched, and how long it may stay. */
async function wayTo(services: Services, thing: FoundThing, { whose, signal }: Look): Promise<Way | NotBrought> {
  if (thing.source === 'embedded') {
    const isLoop = (thing.kind === 'video' || thing.kind === 'viral') && !isPreview(thing);
    const size = isLoop ? viewedLoop : null;
    return { maxAgeSeconds: null, make: (path) => draw(services, thing, { path, size, isUsed: false, whose }) };
  }
  const at = await openAtSource(services, thing, signal);
  if (at === null) return { message: messages.foundGone, isGone: true };
  const { opened } = at;
  if (opened.kind !== 'download')
    return { message: 'message' in opened ? opened.message : messages.foundGone, isGone: true };
  const keptSeconds = Math.min(opened.cacheSeconds ?? longestKeptSeconds, longestKeptSeconds);
  return {
    maxAgeSeconds: opened.mayKeep ? keptSeconds : passingSeconds,
    // NOTE not by the signal of the first caller: others may wait for the same file.
    make: (path) => downloadInTurn(services, thing, { isUsed: false, whose, opened, path }),
  };
}
