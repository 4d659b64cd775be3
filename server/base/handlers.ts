import type { Data, Input, Name, WhoOf } from '#contract/index.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Statement } from '#db/one-trip.ts';
import type { Networks } from '#networks/network.ts';
import type { Http } from '#outbound/request.ts';
import type { Role } from '#rules/permissions.ts';
import type { Sources } from '#sources/open.ts';
import type { Config } from './settings/config.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Storage } from './storage/storage.ts';

/** The person behind a call's session token. */
export type SignedIn = {
  id: string;
  agencyId: string;
  sessionId: string;
  role: Role;
  name: string;
  email: string;
  membership: string;
  isReseller: boolean;
  isWhiteLabel: boolean;
  /** True in a session that a master login opened. */
  impersonated: boolean;
  /** True in a session that a connect link opened; the person is then the client that the link is for. */
  byLink: boolean;
  /** When the person last confirmed their identity in this session; null for never. */
  confirmedAt: Date | null;
};

/** A file of a multipart call: on disk, its content not yet checked. Removed after the call. */
export type ReceivedFile = { path: string; fileName: string; sizeBytes: number };

/** The services of the process, passed to every handler and job. */
export type Services = {
  config: Config;
  db: Database;
  storage: Storage;
  secrets: Secrets;
  networks: Networks;
  sources: Sources;
  /** The only HTTP client for outbound requests. */
  http: Http;
  clock: () => Date;
};

/** The origin of a call. `siteOf` is the agency whose own host received it; left out at the host of PUBLIC_URL. */
export type Origin = { requestId: string; address: string; userAgent: string; siteOf?: string };

type Common = { services: Services; now: Date; origin: Origin; file: ReceivedFile | null; signal: AbortSignal };

/** A handler's context. `tx` is one transaction that sees only the caller's agency. */
export type Context = Common & { user: SignedIn; tx: Tx };

/** The context of a call without sign-in. `tx` sees every agency, so rows must be looked up by secrets only. */
export type PublicContext = Common & { user: null; tx: Tx };

type OwnTransactions = { transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> };

/** The context of a handler that makes outbound requests: no transaction is open; it opens its own for its writes. */
export type OutsideContext = Common & OwnTransactions & { user: SignedIn };

/**
 * Like `OutsideContext`, for a call without sign-in: its transactions see every agency, and its counts are kept even if
 * it refuses.
 */
export type PublicOutsideContext = Common & OwnTransactions & { user: null };

/**
 * Runs a statement that finds the agency itself (`visible_agency()`) for the caller, if permitted; returns the rows and
 * the caller.
 */
export type Read = <Row extends object>(statement: Statement) => Promise<{ rows: Row[]; user: SignedIn }>;

/** A stored file that a GET answers instead of the envelope: its stored name, and its name for the download. */
export type Download = { objectName: string; fileName: string; contentType: string };

/** A handler's answer: the notice for the person ('' for none) and the data; for a GET it may be a file. */
export type Reply<D> = { message: string; data: D; download?: Download };

type Run<I, C, D> = (input: I, context: C) => Promise<Reply<D>>;
type ContextOf<N extends Name> = 'anyone' extends WhoOf<N> ? PublicContext : Context;
type OutsideContextOf<N extends Name> = 'anyone' extends WhoOf<N> ? PublicOutsideContext : OutsideContext;

/** A handler that runs in its own transaction, or one marked by `outside` or `reading`. */
export type Handler<N extends Name> =
  | Run<Input<N>, ContextOf<N>, Data<N>>
  | { reading: Run<Input<N>, Read, Data<N>> }
  | { outside: Run<Input<N>, OutsideContextOf<N>, Data<N>> };

/**
 * One handler for each call; a missing or mistyped one does not compile. Each feature exports a `Partial<Handlers>`.
 */
export type Handlers = { [N in Name]: Handler<N> };

/** Marks a handler that must not hold a transaction open while it contacts a network, or that opens several. */
export const outside = <I, C, D>(run: Run<I, C, D>): { outside: Run<I, C, D> } => ({ outside: run });

/**
 * Marks a handler that reads with a single statement, sent together with the session look-up: a busy list then costs
 * one round trip to the database instead of four.
 */
export const reading = <I, D>(run: Run<I, Read, D>): { reading: Run<I, Read, D> } => ({ reading: run });

/** An expected failure, with a message for the person. Any other error is treated as a bug. */
export class UserError extends Error {
  readonly status: number;
  readonly errors: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly data: object | undefined;

  /**
   * `status` is the HTTP status (default 409); `errors` maps fields to messages; `retryAfterSeconds` goes with a 429 or
   * 503; `data` is answered beside the message.
   */
  constructor(
    message: string,
    options: {
      status?: 403 | 404 | 409 | 413 | 422 | 429 | 503;
      errors?: Record<string, string>;
      retryAfterSeconds?: number;
      data?: object;
    } = {},
  ) {
    super(message);
    this.status = options.status ?? 409;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.data = options.data;
  }
}
