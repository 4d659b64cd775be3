/** The interface of every source of pictures, words, sound and type, whether on this machine or on another. */

/**
 * The kinds of things that can be looked up; `viral` is the Viral Videos tab, `trend` what people talk about, watch and
 * search for, `business` a shop or an office in a town.
 */
export const kinds = ['image', 'video', 'quote', 'font', 'music', 'meme', 'viral', 'trend', 'business'] as const;

/** One of the kinds of things that can be looked up. */
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

/** A source that stands on another machine. */
export type RemoteId = Exclude<SourceId, 'embedded'>;

/** Every source that an operator can configure. */
export const remoteIds: readonly RemoteId[] = sourceIds.filter((id): id is RemoteId => id !== 'embedded');

/**
 * A configured source that is on: its key ('' where it takes none) and where it is. `otherUrl`: the second address
 * of a source that has two: where Reddit gives tokens, where Overpass answers.
 */
export type RemoteSource = { id: RemoteId; key: string; baseUrl: string; otherUrl?: string };

/** The facts of a trend at each network; null if it does not state them. Links are for a person. */
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

/** Where a text belongs in a picture: left, top, width and height as parts (0 to 1) of the picture's. */
export type TextBox = { left: number; top: number; width: number; height: number };

/**
 * The members of a result that depend on its kind. `thumb` and `file` are references that only the result's own source
 * understands (`open`); they hold no secret and may travel through a browser in a signed address. Sizes are px.
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
    /** Where the search took place, as the map names it. */ town: string;
    address: string;
    site: string | null;
    phone: string | null;
    email: string | null;
    /** In the notation of OpenStreetMap: 'Mo-Fr 08:00-18:00'. */ hours: string | null;
    latitude: number;
    longitude: number;
  };
};

/**
 * The author and the licence of a result. `pageUrl` is the page to link to as a credit, `attribution` the line that
 * must be shown where the thing is used; null if nothing must be shown.
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

/** How many requests a source still takes and until when; null if it did not say. */
export type Quota = { left: number | null; resetsAt: Date | null };

/**
 * Why a source gave nothing. `message` is for the person and holds no address and no key.
 * `unauthorized`: the key is wrong or lacks a right. `refused`: the source understood and said no.
 * `unreachable`: no answer in time. `unreadable`: an answer that is not what the source's pages promise.
 */
export type Failure =
  | { kind: 'rateLimited'; retryAfterSeconds: number | null; message: string }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable'; message: string }
  | { kind: 'unreadable'; message: string };

/** A search's answer: results and the cursor of the next page, null at the end. A page without results is the end. */
export type Found<K extends Kind> = {
  kind: 'found';
  results: readonly Result<K>[];
  next: string | null;
  quota: Quota | null;
};

/** A query. `cursor` is null for the first page, else the `next` of the page before. */
export type Search = { keyword: string; cursor: string | null; signal: AbortSignal };

/**
 * The pictures of a loop, drawn when they are needed: `frame` gives RGBA bytes (width × height × 4); frame `frames` is
 * frame 0.
 */
export type Loop = {
  width: number;
  height: number;
  framesPerSecond: number;
  frames: number;
  frame(index: number): Promise<Uint8Array> | Uint8Array;
};

/**
 * The content behind a reference: bytes that are ready, a loop that the caller encodes, or an address to download. A
 * download follows redirects only to `hosts` (and their subdomains). `cacheSeconds` is the longest time the source lets
 * a copy stay unless it is used; null for no limit. `mayKeep: false`: the source wants its own address shown, a copy is
 * against its rules.
 */
export type Opened =
  | { kind: 'bytes'; contentType: string; bytes: Uint8Array }
  | { kind: 'loop'; loop: Loop }
  | { kind: 'download'; url: URL; hosts: readonly string[]; cacheSeconds: number | null; mayKeep: boolean };

/** The size wanted of a drawn picture, in px; drawn pictures fill it, downloaded ones come as they are. */
export type Size = { width: number; height: number };

/** A work that somebody has taken: its id at the source, and its page there, or ''. */
export type TakenWork = { id: string; pageUrl: string };

/** Whether a source has a work still. `other`: its page says that it is of another kind of the same source. */
export type Offer = { kind: 'offered' | 'gone' | 'other' };

/** A source of one kind. Nothing here retries, and nothing throws for a failure of a source. */
export type Source<K extends Kind> = {
  id: SourceId;
  kind: K;
  search(search: Search): Promise<Found<K> | Failure>;
  /** The content behind a result's reference; `refused` for a reference that is not this source's. */
  open(reference: string, options: { size?: Size; signal: AbortSignal }): Promise<Opened | Failure>;
  /** Reports that a result is used, where the source asks for that (Unsplash); missing elsewhere. */
  used?(reference: string, options: { signal: AbortSignal }): Promise<null | Failure>;
  /** Asks whether a work is still offered; missing where the source answers no such question. */
  offers?(work: TakenWork, options: { signal: AbortSignal }): Promise<Offer | Failure>;
};

/** How many results a page has: what the screens ask for at a time. */
export const pageSize = 20;
