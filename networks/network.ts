import type { LengthUnit } from '#rules/captions.ts';
import type { NetworkId, StreamType } from '#rules/eligibility.ts';
import type { MediaRules } from '#rules/media-fit.ts';

/** A stored file on its way to a network. Bytes are streamed; no code holds a whole file in memory. */
export type Media = {
  kind: 'image' | 'video';
  fileName: string;
  contentType: string;
  sizeBytes: number;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** The public address of the file, for networks that fetch it themselves. */
  publicUrl: string;
  /** A fresh stream of the bytes; may be called again for a repeated preparation. */
  open(): Promise<NodeJS.ReadableStream>;
  /**
   * A small still picture of a video (JPEG or PNG) for networks that ask for one; null or missing if none is stored.
   */
  poster?(): Promise<{ contentType: 'image/jpeg' | 'image/png'; bytes: Buffer } | null>;
};

/** The content of one delivery, made from its item; the same content always has the same marker. */
export type PostContent = {
  type: StreamType;
  title: string;
  /** Plain text: the item's description without markup. */
  text: string;
  /** Allow-listed HTML of a formatted item, otherwise null. */
  html: string | null;
  /** The alt text of the picture; '' without one. */
  alt: string;
  media: Media | null;
  /** The pictures in `html`, by their addresses in it. */
  pictures: readonly { address: string; media: Media }[];
  /**
   * Unguessable and unique to the delivery ('ar-' and 16 letters or digits): used where the network lets us name the
   * post.
   */
  marker: string;
};

/**
 * An account as an adapter sees it. `credentials`: the decrypted result of `connect`, `consent.complete` or `refresh`.
 */
export type Account = {
  /** Our own ids of it; missing while it is being connected. */
  ref?: { agencyId: string; accountId: string };
  externalId: string;
  username: string;
  profile: Readonly<Record<string, string>>;
  credentials: Readonly<Record<string, string>>;
};

/**
 * The profile field with the network's id of the person on whose single consent several accounts depend (Facebook
 * pages): revoking it ends all of them. Missing where each account has its own access.
 */
export const consentBy = 'consentBy';

/** A newly connected or renewed account. `expiresAt`: when its credentials expire; null for never or unknown. */
export type FreshAccount = Account & { expiresAt?: Date | null };

/**
 * The outcome of a try; rules/delivery.ts decides what each means for the delivery. `note`: a remark for the person
 * about a post that was published, but not as requested. `isGuess`: neither the network's answer nor its documentation
 * says how long to wait.
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
 * A network's complaint about the operator's app, not the account, in our own fixed wording, for the operator's log.
 */
export type AppFault = string;

/** A change of the account that a network reports while publishing, to be stored (Telegram's migrate_to_chat_id). */
export type AccountChange = {
  externalId?: string;
  profile?: Readonly<Record<string, string>>;
  credentials?: Readonly<Record<string, string>>;
};

/**
 * The result of reading an account back after an unknown outcome: 'found' or 'absent' only where the network's rows in
 * read-back.ts allow it, otherwise 'undecided'.
 */
export type Found =
  | { kind: 'found'; postId: string; postUrl: string | null }
  | { kind: 'absent' }
  | { kind: 'undecided'; message: string };

/** The result of connecting: the account, or why it was refused, in words for the person. */
export type Connected = { kind: 'connected'; account: FreshAccount } | { kind: 'refused'; message: string };

/** The operator's (or, at Vimeo, the person's own) registration with a network. */
export type NetworkApp = { clientId: string; clientSecret: string };

/**
 * One visit to a network's consent page. `verifier`: this visit's secret, which stays on the server (PKCE where the
 * network supports it).
 */
export type ConsentVisit = { app: NetworkApp; state: string; redirectUri: string; verifier: string };

/**
 * The result of a consent: one account at most networks; at Facebook the pages and groups to choose from;
 * `next` fetches more of them.
 */
export type Consented =
  | { kind: 'connected'; accounts: readonly FreshAccount[]; next: Readonly<Record<string, string>> | null }
  | { kind: 'refused'; message: string };

/** Connecting through the network's own consent page (OAuth 2 and its relatives). */
export type Consent = {
  /** The address to open in the pop-up; `state` comes back to `redirectUri` unchanged. */
  authorizeUrl(visit: ConsentVisit): string;
  /** Exchanges the returned code for accounts; short-lived tokens are exchanged for long-lived ones here. */
  complete(visit: ConsentVisit & { code: string }, context: { signal: AbortSignal }): Promise<Consented>;
  /** The next page of accounts, if `complete` returned a `next`. */
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
 * The result of revoking our access. 'revoked': the network confirms that the credentials no longer work, including
 * credentials that had stopped working before.
 */
export type Revoked = { kind: 'revoked' } | { kind: 'refused' | 'unreachable'; message: string };

/** Figures of one post, null if the network has none (shown as N/A, never as 0). */
export type Figures = {
  likes: number | null;
  comments: number | null;
  shares: number | null;
  views: number | null;
  retweets: number | null;
};

/** Figures of posts by post id. A post in neither `figures` nor `gone` could not be read this time. */
export type Engaged =
  | { kind: 'read'; figures: ReadonlyMap<string, Figures>; gone: readonly string[] }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'rateLimited'; retryAfterSeconds: number; message: string }
  | { kind: 'unreachable'; message: string };

/** What the engine passes to one publish call. */
export type PublishContext = {
  /**
   * Commits the attempt right before the one irreversible request; resolves only while this worker still owns the
   * delivery. `payload` is the content to be sent (its fingerprint is stored), `remoteIds` the ids received so far.
   * Call it exactly once; it rejects when the lease is gone, and the adapter must pass the rejection on unchanged.
   */
  fence(step: { payload: unknown; remoteIds?: Readonly<Record<string, string>> }): Promise<void>;
  /** Stores ids from the preparation (a draft, an upload), so that a repeated try can reuse them. */
  remember(remoteIds: Readonly<Record<string, string>>): Promise<void>;
  /** The facts that `remember` stored in earlier tries of this delivery. */
  remembered: Readonly<Record<string, string>>;
  signal: AbortSignal;
};

/** What is known about an attempt whose outcome was lost. */
export type LostAttempt = { fencedAt: Date; remoteIds: Readonly<Record<string, string>> };

/** Prices in millionths of a US dollar: of a post, of reading one post's figures, and of searching for a lost post. */
export type Prices = { post: number; postWithLink: number; read: number; lookUp: number };

/** Limits as data: the screens show them, the engine and the adapters enforce them. Each adapter cites its sources. */
export type Limits = {
  /** Minimum seconds between two posts of one account. */
  gapSeconds: number;
  /** Maximum posts to this network at the same time, across all accounts. */
  parallel: number;
  /** The longest text post and the longest caption under a picture or video, in the network's own units. */
  textLength: number | null;
  captionLength: number | null;
  titleLength: number | null;
  lengthUnit: LengthUnit;
  /** The unit of titles, if it differs. */
  titleUnit?: LengthUnit;
  imageBytes: number | null;
  videoBytes: number | null;
  videoSeconds: number | null;
  media?: MediaRules;
  /**
   * Which verbatim repeats of an account's earlier posts the network refuses: any, or only one right after the
   * original; missing where repeats are accepted.
   */
  refusedRepeats?: 'any' | 'next';
  /** Maximum posts per `engagement` call, which is one request; 1 where each post costs a request. */
  engagementBatch?: number;
  /** The hours after publishing at which figures are read, where a reading costs money; missing for the usual ones. */
  readAgesHours?: readonly number[];
  /** Maximum cashtags ($ACME) of a post. */
  mostCashtags?: number;
  /** What the network charges; missing where its calls are free. */
  prices?: Prices;
};

/**
 * A network we publish to. Nothing here retries; failures of the network are never thrown (only our own bugs and a
 * refused fence are).
 */
export type Network = {
  id: NetworkId;
  limits: Limits;
  /**
   * Verifies typed credentials with the network before anything is saved; missing where accounts connect only through
   * consent.
   */
  connect?(input: Readonly<Record<string, string>>, context: { signal: AbortSignal }): Promise<Connected>;
  /** Connecting on the network's consent page; missing where credentials are typed. */
  consent?: Consent;
  /**
   * Renews credentials that expire. One call at a time per account; the result is stored before it is used. `app`: the
   * registration the account was connected with.
   */
  refresh?(account: Account, context: { app: NetworkApp; signal: AbortSignal }): Promise<Refreshed>;
  /**
   * Revokes our access at the network; missing where only the person can. `app`: the registration the account was
   * connected with, null if it is no longer configured.
   */
  revoke?(account: Account, context: { app: NetworkApp | null; signal: AbortSignal }): Promise<Revoked>;
  publish(content: PostContent, account: Account, context: PublishContext): Promise<Outcome>;
  /** Checks a post that is still being processed. Read-only, may be repeated. */
  check?(
    ticket: Readonly<Record<string, string>>,
    account: Account,
    context: { signal: AbortSignal },
  ): Promise<Outcome>;
  /** Searches for a post whose answer was lost. Read-only; missing where read-back.ts has no row for the network. */
  find?(content: PostContent, account: Account, attempt: LostAttempt, context: { signal: AbortSignal }): Promise<Found>;
  /** The figures of up to `limits.engagementBatch` of the account's posts; missing where the network has none. */
  engagement?(postIds: readonly string[], account: Account, context: { signal: AbortSignal }): Promise<Engaged>;
};

/** A network whose accounts connect with typed credentials. */
export type TypedNetwork = Network & { connect: NonNullable<Network['connect']> };

/** The networks that can be used now, by id. A missing one is not built or not configured. */
export type Networks = Partial<Record<NetworkId, Network>>;
