import type { LengthUnit } from '#rules/captions.ts';
import type { NetworkId, StreamType } from '#rules/eligibility.ts';

/** A stored file on its way to a network. Bytes are streamed; nothing holds a whole file in memory. */
export type Media = {
  kind: 'image' | 'video';
  fileName: string;
  contentType: string;
  sizeBytes: number;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** The address under which the world can fetch the file, for networks that side-load. */
  publicUrl: string;
  /** A fresh stream of the bytes; may be called again for a repeated preparation. */
  open(): Promise<NodeJS.ReadableStream>;
  /**
   * A small still picture of a video (JPEG or PNG) for networks that ask for one; null or missing where none is stored.
   */
  poster?(): Promise<{ contentType: 'image/jpeg' | 'image/png'; bytes: Buffer } | null>;
};

/** The content of one delivery, made from its item; the same content always has the same marker. */
export type PostContent = {
  type: StreamType;
  title: string;
  /** Plain text: the item's description without markup. */
  text: string;
  /** Allow-listed HTML of a formatted item, else null. */
  html: string | null;
  /** The description of the picture, for people who do not see it; '' without one. */
  alt: string;
  media: Media | null;
  /** The pictures that stand in `html`, by the addresses that it has for them. */
  pictures: readonly { address: string; media: Media }[];
  /**
   * Unguessable and unique to the delivery ('ar-' and 16 letters or digits): where the network lets us name the post.
   */
  marker: string;
};

/**
 * An account as an adapter sees it. `credentials` is what `connect`, `consent.complete` or `refresh` gave, opened from
 * the seal.
 */
export type Account = {
  externalId: string;
  username: string;
  profile: Readonly<Record<string, string>>;
  credentials: Readonly<Record<string, string>>;
};

/**
 * The profile's field that names the person at the network whose one consent several accounts hang on (Facebook's
 * pages): whoever takes it back ends them all. Missing where an account's access is its own.
 */
export const consentBy = 'consentBy';

/**
 * An account just joined or renewed; `expiresAt` is when its credentials stop working unless renewed, null for never or
 * not known.
 */
export type FreshAccount = Account & { expiresAt?: Date | null };

/**
 * The outcome of a try; rules/delivery.ts decides what each means for the delivery. `note` is what the person must know
 * of a post that is there, and yet not as wished. `isGuess`: the network did not say how long to wait, neither in its
 * answer nor in its pages.
 */
export type Outcome =
  | { kind: 'published'; postId: string; postUrl: string | null; note?: string; account?: AccountChange }
  | { kind: 'processing'; ticket: Readonly<Record<string, string>>; checkAfterSeconds: number }
  | { kind: 'rejected'; message: string }
  | { kind: 'unauthorized'; message: string }
  | {
      kind: 'rateLimited';
      retryAfterSeconds: number;
      scope: 'account' | 'app';
      message: string;
      isGuess?: boolean;
      appFault?: AppFault;
    }
  | { kind: 'unreachable'; message: string }
  | { kind: 'unknown'; message: string };

/**
 * A network's complaint about the operator's app rather than the account, in fixed words of ours: for the
 * operator's log.
 */
export type AppFault = string;

/** A change of the account that a network reports while publishing, to be stored (Telegram's migrate_to_chat_id). */
export type AccountChange = {
  externalId?: string;
  profile?: Readonly<Record<string, string>>;
  credentials?: Readonly<Record<string, string>>;
};

/**
 * The answer of a read-back after an unknown outcome: 'found' and 'absent' only as the network's rows in read-back.ts
 * say, else 'undecided'.
 */
export type Found =
  | { kind: 'found'; postId: string; postUrl: string | null }
  | { kind: 'absent' }
  | { kind: 'undecided'; message: string };

/** The result of connecting, or the reason in words for the person. */
export type Connected = { kind: 'connected'; account: FreshAccount } | { kind: 'refused'; message: string };

/** The operator's (or, at Vimeo, the person's own) registration with a network. */
export type NetworkApp = { clientId: string; clientSecret: string };

/**
 * One visit to a network's consent page. `verifier` is a secret of this visit that stays on the server (PKCE where the
 * network has it).
 */
export type ConsentVisit = { app: NetworkApp; state: string; redirectUri: string; verifier: string };

/**
 * The result of a consent: one account at most networks; at Facebook the pages and groups to choose from, `next`
 * leading to more of them.
 */
export type Consented =
  | { kind: 'connected'; accounts: readonly FreshAccount[]; next: Readonly<Record<string, string>> | null }
  | { kind: 'refused'; message: string };

/** Joining through the network's own consent page (OAuth 2 and its relatives). */
export type Consent = {
  /** The address to open in the pop-up; `state` comes back to `redirectUri` untouched. */
  authorizeUrl(visit: ConsentVisit): string;
  /** Trades the code that came back for accounts; short-lived tokens are exchanged for long-lived ones here. */
  complete(visit: ConsentVisit & { code: string }, context: { signal: AbortSignal }): Promise<Consented>;
  /** The following page of accounts, where `complete` gave a `next`. */
  more?(next: Readonly<Record<string, string>>, context: { signal: AbortSignal }): Promise<Consented>;
};

/**
 * The result of renewing credentials. Only 'unauthorized' means that they are dead; the others are transient and never
 * disconnect an account.
 */
export type Refreshed =
  | { kind: 'refreshed'; credentials: Readonly<Record<string, string>>; expiresAt: Date | null }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'rateLimited'; retryAfterSeconds: number; message: string }
  | { kind: 'unreachable'; message: string; appFault?: AppFault };

/**
 * The result of revoking our access: 'revoked' where the network says that the credentials open nothing any more (also
 * where they did not before).
 */
export type Revoked = { kind: 'revoked' } | { kind: 'refused' | 'unreachable'; message: string };

/** Figures of one post, null where the network has none (shown as N/A, never as 0). */
export type Figures = {
  likes: number | null;
  comments: number | null;
  shares: number | null;
  views: number | null;
  retweets: number | null;
};

/**
 * The figures of some posts by post id; a post that is missing in `figures` and in `gone` could not be read this time.
 */
export type Engaged =
  | { kind: 'read'; figures: ReadonlyMap<string, Figures>; gone: readonly string[] }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'rateLimited'; retryAfterSeconds: number; message: string }
  | { kind: 'unreachable'; message: string };

/** The dependencies that the engine hands to one publish. */
export type PublishContext = {
  /**
   * Commits the attempt right before the one irreversible request; resolves only while this worker still owns the
   * delivery. `payload` is what is about to be sent (its fingerprint is stored), `remoteIds` what the network gave so
   * far. Call it exactly once; it rejects when the lease is gone, and the rejection must pass through the adapter
   * untouched.
   */
  fence(step: { payload: unknown; remoteIds?: Readonly<Record<string, string>> }): Promise<void>;
  /** Stores ids a preparation gave (a draft, an upload) so that a repeated try finds them again. */
  remember(remoteIds: Readonly<Record<string, string>>): Promise<void>;
  /** The facts that `remember` stored in earlier tries of this delivery. */
  remembered: Readonly<Record<string, string>>;
  signal: AbortSignal;
};

/** The known facts of the attempt whose outcome was lost. */
export type LostAttempt = { fencedAt: Date; remoteIds: Readonly<Record<string, string>> };

/**
 * The limits of a network for pictures and videos beyond bytes and length; a missing one does not matter there. Codecs
 * by their ffmpeg names. Media is made fit by these before an adapter gets it.
 */
export type MediaRules = {
  /**
   * Most pixels (width by height), most of width and height together, and how many times the longer side may be the
   * shorter one.
   */
  imagePixels?: number;
  imageSides?: number;
  imageRatio?: number;
  videoSecondsLeast?: number;
  videoBytesLeast?: number;
  videoWidth?: number;
  videoHeight?: number;
  videoRatio?: number;
  videoFramesPerSecond?: number;
  videoCodecs?: readonly string[];
  audioCodecs?: readonly string[];
  pixelFormats?: readonly string[];
};

/** Limits as data: the screens show them, the engine and the adapters keep them. Each adapter cites its sources. */
export type Limits = {
  /** Least seconds between two posts of one account. */
  gapSeconds: number;
  /** Most posts of this network at one time, over all accounts. */
  parallel: number;
  /** Longest text post and longest caption under a picture or video, in the network's own units. */
  textLength: number | null;
  captionLength: number | null;
  titleLength: number | null;
  lengthUnit: LengthUnit;
  /** The unit of titles, where it is another one. */
  titleUnit?: LengthUnit;
  imageBytes: number | null;
  videoBytes: number | null;
  videoSeconds: number | null;
  media?: MediaRules;
  /**
   * Which posts are refused for saying word for word what an earlier one of the account said: any such, or only one
   * right after it; missing where repeats are taken.
   */
  refusedRepeats?: 'any' | 'next';
  /** Most posts one `engagement` call reads with one request; 1 where each post costs a request. */
  engagementBatch?: number;
};

/**
 * A network we publish to. Nothing here retries; nothing throws for a failure of the network (only for our own bugs and
 * a refused fence).
 */
export type Network = {
  id: NetworkId;
  limits: Limits;
  /**
   * Verifies what a person typed with the network itself, before anything is saved; missing where only consent joins.
   */
  connect?(input: Readonly<Record<string, string>>, context: { signal: AbortSignal }): Promise<Connected>;
  /** Joining on the network's consent page; missing where the person types what is needed. */
  consent?: Consent;
  /**
   * Renews credentials that expire. Called by one process at a time and account; what it gives is stored before it is
   * used. `app` is the registration the account was joined with.
   */
  refresh?(account: Account, context: { app: NetworkApp; signal: AbortSignal }): Promise<Refreshed>;
  /**
   * Tells the network that we give up our access to the account; missing where only the person can take it back. `app`
   * is the registration the account was joined with, null where it is not set up any more.
   */
  revoke?(account: Account, context: { app: NetworkApp | null; signal: AbortSignal }): Promise<Revoked>;
  publish(content: PostContent, account: Account, context: PublishContext): Promise<Outcome>;
  /** Read-only look at a post that is still being processed; may be repeated. */
  check?(
    ticket: Readonly<Record<string, string>>,
    account: Account,
    context: { signal: AbortSignal },
  ): Promise<Outcome>;
  /** Read-only look for a post whose answer was lost; missing where read-back.ts has no row for the network. */
  find?(content: PostContent, account: Account, attempt: LostAttempt, context: { signal: AbortSignal }): Promise<Found>;
  /** The figures of up to `limits.engagementBatch` of the account's posts; missing where the network tells none. */
  engagement?(postIds: readonly string[], account: Account, context: { signal: AbortSignal }): Promise<Engaged>;
};

/** A network that is joined by what a person types. */
export type TypedNetwork = Network & { connect: NonNullable<Network['connect']> };

/** The networks that can be used now, by id. One that is missing here is not built or not configured. */
export type Networks = Partial<Record<NetworkId, Network>>;
