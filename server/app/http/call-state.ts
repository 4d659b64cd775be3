/** One call in progress: what it is given, who may make it, and its limits. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#contract/base/call.ts';
import { messages } from '#contract/messages.ts';
import { may } from '#rules/permissions.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import type { ReceivedFile, Services, SignedIn } from '../../base/handlers.ts';
import type { Press } from '../../base/idempotency/index.ts';
import { hashToken } from '../../base/secrets/tokens.ts';
import { readBody } from './body.ts';
import type { Runner } from './handlers.ts';
import type { RefuseElsewhere } from './host-sessions.ts';
import { originOf } from './origin.ts';
import { patientSignal } from './patient-signal.ts';
import type { RateLimiter } from './rate.ts';
import { Refusal } from './refusal.ts';
import type { UploadBounds, UploadLimits } from './upload-bounds.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once known; for the log. */
    person: SignedIn | null;
  }
}

/**
 * Limits of requests in five minutes: of one signed-in user, of one address to public calls, and of a user's calls with
 * a file.
 */
export type CallLimits = { perUser: number; perAddress: number; uploadsPerUser: number } & UploadLimits;

/** The limits of one person's calls in five minutes, and of uploads in one minute. */
export const defaultLimits: CallLimits = { perUser: 1500, perAddress: 600, uploadsPerUser: 600 };

/** What all calls share. */
export type Dependencies = {
  services: Services;
  byUser: RateLimiter;
  byAddress: RateLimiter;
  uploads: RateLimiter;
  bounds: UploadBounds;
  refuseElsewhere: RefuseElsewhere;
  tmpDir: string;
};

/** One call in progress; `press` is null without a key. */
export type CallState = {
  request: FastifyRequest;
  reply: FastifyReply;
  call: Call;
  runner: Runner;
  deps: Dependencies;
  now: Date;
  press: Press | null;
};

/** The input of a call: its body, or the query of a GET's address. */
export function inputOf(state: CallState, more: Pick<Parameters<typeof readBody>[1], 'file' | 'isKnown' | 'takeIn'>) {
  const { request, reply, call, deps } = state;
  if (request.method !== 'GET') return readBody(request, { ...more, limit: call.body, tmpDir: deps.tmpDir });
  if (call.alsoGet !== true) reply.header('cache-control', 'private, no-store');
  return Promise.resolve({ fields: request.query, file: null, [Symbol.asyncDispose]: async () => {} });
}

/** Permits a call, or throws the reason: not signed in, too many calls, no permission. */
export function admit(
  { request, reply, call, deps: { byUser, byAddress }, now }: CallState,
  user: SignedIn | null,
): void {
  if (user === null && call.who !== 'anyone') throw new Refusal(401, messages.unauthorizedToken);
  request.person = user;
  // The holder of a connect link is counted separately: it must not use up its client's limit.
  const key = user === null ? addressPrefix(request.ip) : user.byLink ? `link ${user.id}` : user.id;
  limit(user === null ? byAddress : byUser, { key, now, reply });
  if (user === null || call.who === 'anyone' || may(user, call.who)) return;
  const isForOperator = may({ ...user, impersonated: false }, call.who);
  throw new Refusal(403, isForOperator ? messages.confirmByOperator : messages.forbidden);
}

/** The dependencies of every handler besides its input, its person and its transaction. */
export function commonOf({ request, reply, deps: { services }, now }: CallState, file: ReceivedFile | null) {
  return { services, now, origin: originOf(request), file, signal: patientSignal(reply) };
}

/** The hash of the session token in a request's header. */
export function tokenHashOf(request: FastifyRequest): Buffer {
  const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '' || token.length > 200) throw new Refusal(401, messages.unauthorizedToken);
  return hashToken(token);
}

/** Counts a request; throws a 429 if there were too many. */
export function limit(
  limiter: RateLimiter,
  { key, now, reply }: { key: string; now: Date; reply: FastifyReply },
): void {
  const waitSeconds = limiter.take(key, now);
  if (waitSeconds === 0) return;
  reply.header('retry-after', waitSeconds);
  throw new Refusal(429, messages.tooMany);
}
