/** The interface of every source of pictures, words, sound and type, embedded or remote. */

/**
 * The kinds of things that can be searched. `viral` is the Viral Videos tab, `trend` is what people talk about, watch
 * and search for, `business` is a shop or an office in a town.
 */
export const kinds = ['image', 'video', 'quote', 'font', 'music', 'meme', 'viral', 'trend', 'business'] as const;

/** One of these kinds. */
export type Kind = (typeof kinds)[number];

/** Every source by its id; `embedded` needs no key and no internet. */
export const sourceIds = [
  'embedded',
  'openverse',
  'pexels',
  'pixabay',
  'unsplash',
  'google-fonts',
  'jamendo',
  'imgflip',
  'youtube',
  'reddit',
  'google-trends',
  'twitter',
  'openstreetmap',
] as const;

/** The id of one source. */
export type SourceId = (typeof sourceIds)[number];

/** A source on another machine. */
export type RemoteId = Exclude<SourceId, 'embedded'>;

/** Every source that an operator can configure. */
export const remoteIds: readonly RemoteId[] = sourceIds.filter((id): id is RemoteId => id !== 'embedded');

/**
 * A configured source that is on: its key ('' if it takes none) and its address. `otherUrl` is the second address of a
 * source that has two: Reddit's for tokens, Overpass's for answers. `isSample`: it is the sandbox's, and
 * its results are samples.
 */
export type RemoteSource = { id: RemoteId; key: string; baseUrl: string; otherUrl?: string; isSample?: true };

/** The figures of a trend at each network; null if the network does not state them. Links are for people. */
export type TrendFacts =
  | {
      of: 'reddit';
      subreddit: string;
      ups: number | null;
      subscribers: number | null;
      comments: number | null;
      awards: readonly string[];
    }
  | {
      of: 'youtube';
      channelId: string;
      description: string;
      tags: readonly string[];
      views: number | null;
      likes: number | null;
      comments: number | null;
      isCreativeCommons: boolean;
    }
  | {
      of: 'google';
      traffic: string;
      /** ISO 8601, UTC. */ begunAt: string;
      articles: readonly { title: string; url: string; source: string; thumb: string | null }[];
    }
  | { of: 'twitter'; posts: number | null };

/** The position of a text in a picture: left, top, width and height as fractions (0 to 1) of the picture's size. */
export type TextBox = { left: number; top: number; width: number; height: number };

/**
 * The fields of a result that depend on its kind. `thumb` and `file` are references that only the result's own source
 * can open (`open`); they contain no secret and may pass through a browser in a signed address. Sizes are px.
 */
export type ByKind = {
  image: { title: string; thumb: string; file: string; width: number; height: number };
  meme: { title: string; thumb: string; file: string; width: number; height: number; boxes: readonly TextBox[] };
  video: { title: string; thumb: string; file: string; width: number; height: number; seconds: number };
  viral: { title: string; thumb: string; file: string | null; seconds: number | null };
  quote: { quote: string; work: string; topics: readonly string[] };
  font: { family: string; category: string; weights: readonly number[]; scripts: readonly string[]; file: string };
  music: { title: string; file: string; seconds: number; mood: string };
  trend: { title: string; thumb: string | null; facts: TrendFacts };
  business: {
    name: string;
    /** The area that was searched, as the map names it. */ town: string;
    address: string;
    site: string | null;
    phone: string | null;
    email: string | null;
    /** In OpenStreetMap's notation: 'Mo-Fr 08:00-18:00'. */ hours: string | null;
    latitude: number;
    longitude: number;
  };
};

/**
 * The author and the licence of a result. `pageUrl` is the page to link to as a credit; `attribution` is the line that
 * must be shown wherever the result is used, null if none is required.
 */
export type Credit = {
  author: string;
  licence: string;
  licenceUrl: string | null;
  pageUrl: string | null;
  attribution: string | null;
};

/** One result; `id` is unique within its source and kind. */
export type Result<K extends Kind> = { id: string; source: SourceId } & Credit & ByKind[K];

/** How many requests a source still accepts and until when; null if it did not say. */
export type Quota = { left: number | null; resetsAt: Date | null };

/**
 * Why a source returned nothing. `message` is for the person and contains no address and no key. `unauthorized`: the
 * key is wrong or lacks a right. `refused`: the source understood the request and declined it. `unreachable`: no answer
 * in time. `unreadable`: the answer does not have the documented shape.
 */
export type Failure =
  | { kind: 'rateLimited'; retryAfterSeconds: number | null; message: string }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable'; message: string }
  | { kind: 'unreadable'; message: string };

/**
 * The answer to a search: results and the cursor of the next page, null at the end. A page without results is the last
 * one.
 */
export type Found<K extends Kind> = {
  kind: 'found';
  results: readonly Result<K>[];
  next: string | null;
  quota: Quota | null;
};

/** A query. `cursor` is null for the first page, then the `next` of the page before. */
export type Search = { keyword: string; cursor: string | null; signal: AbortSignal };

/**
 * The frames of a loop, drawn on demand: `frame` returns RGBA bytes (width × height × 4); frame `frames` equals frame
 * 0.
 */
export type Loop = {
  width: number;
  height: number;
  framesPerSecond: number;
  frames: number;
  frame(index: number): Promise<Uint8Array> | Uint8Array;
};

/**
 * The content of a reference: bytes, a loop that the caller encodes, or an address to download. A download follows
 * redirects only to `hosts` (and their subdomains). `cacheSeconds` is the longest time that the source allows an unused
 * copy to be stored; null for no limit. With `mayKeep: false` the source requires its own address to be shown and
 * forbids a copy.
 */
export type Opened =
  | { kind: 'bytes'; contentType: string; bytes: Uint8Array }
  | { kind: 'loop'; loop: Loop }
  | { kind: 'download'; url: URL; hosts: readonly string[]; cacheSeconds: number | null; mayKeep: boolean };

/** The requested size of a drawn picture in px; drawn pictures fill it, downloaded ones keep their own size. */
export type Size = { width: number; height: number };

/** A work that an agency uses: its id at the source, and its page there, or ''. */
export type TakenWork = { id: string; pageUrl: string };

/** Whether a source still offers a work. `other`: its page shows that it belongs to another kind of the source. */
export type Offer = { kind: 'offered' | 'gone' | 'other' };

/** A source of one kind. It never retries, and never throws for a failure of the source. */
export type Source<K extends Kind> = {
  id: SourceId;
  kind: K;
  search(search: Search): Promise<Found<K> | Failure>;
  /** The content of a result's reference; `refused` if the reference belongs to another source. */
  open(reference: string, options: { size?: Size; signal: AbortSignal }): Promise<Opened | Failure>;
  /** Reports the use of a result to a source that requires it (Unsplash); other sources lack this. */
  used?(reference: string, options: { signal: AbortSignal }): Promise<null | Failure>;
  /** Asks whether a work is still offered; missing where the source cannot be asked. */
  offers?(work: TakenWork, options: { signal: AbortSignal }): Promise<Offer | Failure>;
};

/** How many results a page has, which is the number that the screens request. */
export const pageSize = 20;
