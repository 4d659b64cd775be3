import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, Envelope } from '#contract/base/call.ts';
import { calls } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import type { Statement } from '#db/one-trip.ts';
import { may } from '#rules/permissions.ts';
import { enterSession, readAsSession } from '../../people/auth/index.ts';
import { againAfterConflict } from '../../base/lib/again-after-conflict.ts';
import { hashToken } from '../../base/secrets/tokens.ts';
import type { Handlers, Read, ReceivedFile, Reply, Services, SignedIn } from '../../base/handlers.ts';
import { waitForCalls } from './calls-under-way.ts';
import { drain, endUnread, readBody, type TakeIn } from './body.ts';
import { refuseUnconfirmed } from './confirmed.ts';
import { checked } from './checked-reply.ts';
import { saidIfExpired } from './expired.ts';
import { runnersOf, type Runner } from './handlers.ts';
import { sendDownload } from './downloads.ts';
import { openHostSessions, type RefuseElsewhere } from './host-sessions.ts';
import { kept } from './kept-reply.ts';
import { originOf } from './origin.ts';
import { patientSignal } from './patient-signal.ts';
import { openRateLimiter, type RateLimiter } from './rate.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { Refusal } from './refusal.ts';
import { comeAgainSeconds } from './under-way.ts';
import { openUploadBounds, type UploadBounds, type UploadLimits } from './upload-bounds.ts';
import { validated } from './validate.ts';

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

type Dependencies = {
  services: Services;
  byUser: RateLimiter;
  byAddress: RateLimiter;
  uploads: RateLimiter;
  bounds: UploadBounds;
  refuseElsewhere: RefuseElsewhere;
  tmpDir: string;
};

/** Answers `POST /api/<call>` for every call of the contract. */
export function answerCalls(
  app: FastifyInstance,
  { services, handlers, limits }: { services: Services; handlers: Partial<Handlers>; limits: CallLimits },
): void {
  const deps: Dependencies = {
    services,
    byUser: openRateLimiter({ most: limits.perUser, seconds: 300 }),
    byAddress: openRateLimiter({ most: limits.perAddress, seconds: 300 }),
    uploads: openRateLimiter({ most: limits.uploadsPerUser, seconds: 300 }),
    bounds: openUploadBounds(limits),
    refuseElsewhere: openHostSessions(services.db),
    tmpDir: join(services.config.dataDir, 'tmp'),
  };
  app.decorateRequest('person', null);
  const untilClosed = waitForCalls(app);
  const runners = runnersOf(handlers);
  for (const call of calls) {
    const runner = runners.get(call.name);
    if (runner === undefined) throw new Error(`the call ${call.name} has no handler`);
    const isOpen = call.who === 'anyone' || call.file !== undefined || call.confirms !== undefined;
    if (runner.kind === 'reading' && isOpen) throw new Error(`the call ${call.name} cannot be one that only reads`);
    app.route({
      method: call.alsoGet === true ? ['GET', 'POST'] : (call.method ?? 'POST'),
      url: `/api/${call.name}`,
      handler: (request, reply) => untilClosed(answer(request, { call, runner, deps, reply })),
    });
  }
}

/** One call in progress. */
type CallState = {
  request: FastifyRequest;
  reply: FastifyReply;
  call: Call;
  runner: Runner;
  deps: Dependencies;
  now: Date;
};

async function answer(
  request: FastifyRequest,
  given: Omit<CallState, 'request' | 'now'>,
): Promise<Envelope | FastifyReply> {
  const { call, deps } = given;
  const { services } = deps;
  const state: CallState = { ...given, request, now: services.clock() };
  const { message, data, download } = await answerAtHost(state).catch(async (error: unknown) => {
    await endUnread(request, error);
    throw await saidIfExpired(error, { db: services.db, tokenHash: () => tokenHashOf(request), now: state.now });
  });
  if (download !== undefined) {
    await sendDownload(request, { reply: state.reply, storage: services.storage, download });
    return state.reply;
  }
  const envelope = { status: true, message, data: services.config.checkReplies ? checked(call.data, data) : data };
  return call.alsoGet === true ? kept(request, state.reply, envelope) : envelope;
}

/** Checks that the session is valid at the call's host. */
async function answerAtHost(state: CallState): Promise<Reply<unknown>> {
  const { request, call, deps } = state;
  if (call.who !== 'anyone') await deps.refuseElsewhere(request, () => tokenHashOf(request));
  return answerBy(state)(state);
}

/** The input of a call: its body, or the query of a GET's address. */
function inputOf(state: CallState, more: Pick<Parameters<typeof readBody>[1], 'file' | 'isKnown' | 'takeIn'>) {
  const { request, reply, call, deps } = state;
  if (request.method !== 'GET') return readBody(request, { ...more, limit: call.body, tmpDir: deps.tmpDir });
  if (call.alsoGet !== true) reply.header('cache-control', 'private, no-store');
  return Promise.resolve({ fields: request.query, file: null, [Symbol.asyncDispose]: async () => {} });
}

/** Answers a call in the cheapest possible way. */
function answerBy({ call, runner }: CallState): (state: CallState) => Promise<Reply<unknown>> {
  if (runner.kind === 'reading') return answerByReading;
  const isSmall = call.file === undefined && call.body === undefined;
  return call.who !== 'anyone' && isSmall && runner.kind === 'plain' ? answerAtOnce : answerInSteps;
}

/** Most calls: the start of the handler's transaction looks up the session. */
async function answerAtOnce(state: CallState): Promise<Reply<unknown>> {
  const {
    call,
    runner,
    deps: {
      services: { db },
    },
    now,
    request,
  } = state;
  const tokenHash = tokenHashOf(request);
  // The body is read first, so that no transaction waits for a sender; its errors are answered only to permitted
  // callers.
  const body = await inputOf(state, { file: undefined, isKnown: false }).then(
    ({ fields }) => ({ fields }),
    (refusal: unknown) => ({ refusal }),
  );
  const common = commonOf(state, null);
  // An answer of several statements shows the rows of one instant: otherwise a post that goes out between two of them
  // could be both sent and open, and the page would not poll again for a long time.
  const isSnapshot = call.shows !== undefined;
  let admitted = false;
  return againAfterConflict(() =>
    enterSession(db, { tokenHash, now, isSnapshot }, async (tx, user) => {
      if (!admitted) admit(state, user);
      admitted = true;
      if ('refusal' in body) throw body.refusal;
      const input = validated(call.input, body.fields);
      if (user !== null) await refuseUnconfirmed(call, { user, now, input, read: (look) => look(tx) });
      return runner.run(input, { ...common, user, tx });
    }),
  );
}

/** Lists under load: the session and the one statement in a single round trip. */
async function answerByReading(state: CallState): Promise<Reply<unknown>> {
  const {
    call,
    runner,
    deps: {
      services: { db },
    },
    now,
    request,
  } = state;
  const key = { tokenHash: tokenHashOf(request), now };
  let asked = false;
  const read: Read = async <Row extends object>(statement: Statement) => {
    asked = true;
    const { person, rows } = await readAsSession<Row>(db, { ...key, statement });
    admit(state, person);
    if (person === null) throw new Refusal(401, messages.unauthorizedToken);
    return { rows, user: person };
  };
  try {
    const body = await inputOf(state, { file: undefined, isKnown: false });
    return await runner.run(validated(call.input, body.fields), read);
  } finally {
    // Errors before anything is read are answered only to permitted callers.
    if (!asked) await enterSession(db, key, (_tx, person) => Promise.resolve(admit(state, person)));
  }
}

/**
 * Public calls, and calls with a file, a large body or outbound requests: the caller is identified before anything is
 * read.
 */
async function answerInSteps(state: CallState): Promise<Reply<unknown>> {
  const {
    request,
    reply,
    call,
    runner,
    deps: {
      services: { db },
      uploads,
      bounds,
    },
    now,
  } = state;
  const user =
    call.who === 'anyone'
      ? null
      : await enterSession(db, { tokenHash: tokenHashOf(request), now }, (_tx, person) => Promise.resolve(person));
  admit(state, user);
  // A call that finds no free slot is refused early and does not count against the limits.
  const sender = user?.agencyId ?? addressPrefix(request.ip);
  const takeIn: TakeIn = (bytes) => bounds.intake(sender, bytes);
  using _slot = call.file === undefined ? null : slotUnderWay(state, { sender, takeIn });
  if (call.file !== undefined) limit(uploads, { key: user?.id ?? addressPrefix(request.ip), now, reply });

  await using body = await inputOf(state, { file: call.file, takeIn, isKnown: user !== null });
  const input = validated(call.input, body.fields);
  if (user !== null)
    await refuseUnconfirmed(call, { user, now, input, read: (look) => db.asAgency(user.agencyId, look) });
  const common = { ...commonOf(state, body.file), user };
  const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const begin = () =>
      againAfterConflict(() => (user === null ? db.asSystem(work) : db.asAgency(user.agencyId, work)));
    return call.file === undefined ? begin() : bounds.transactions(sender, begin);
  };
  return await (runner.kind === 'outside'
    ? runner.run(input, { ...common, transaction })
    : transaction((tx) => runner.run(input, { ...common, tx })));
}

/** A slot among the current uploads, held until the call is answered. */
function slotUnderWay(state: CallState, { sender, takeIn }: { sender: string; takeIn: TakeIn }): Disposable {
  const { request, reply, deps } = state;
  const slot = deps.bounds.underWay.take(sender);
  if (slot !== null) return slot;
  drain(request, takeIn);
  reply.header('retry-after', comeAgainSeconds);
  throw new Refusal(429, messages.uploadsTooMany);
}

/** Permits a call, or throws the reason: not signed in, too many calls, no permission. */
function admit({ request, reply, call, deps: { byUser, byAddress }, now }: CallState, user: SignedIn | null): void {
  if (user === null && call.who !== 'anyone') throw new Refusal(401, messages.unauthorizedToken);
  request.person = user;
  // The holder of a connect link is counted separately: it must not use up its client's limit.
  const key = user === null ? addressPrefix(request.ip) : user.byLink ? `link ${user.id}` : user.id;
  limit(user === null ? byAddress : byUser, { key, now, reply });
  if (user !== null && call.who !== 'anyone' && !may(user, call.who)) throw new Refusal(403, messages.forbidden);
}

/** The dependencies of every handler besides its input, its person and its transaction. */
function commonOf({ request, reply, deps: { services }, now }: CallState, file: ReceivedFile | null) {
  return { services, now, origin: originOf(request), file, signal: patientSignal(reply) };
}

function tokenHashOf(request: FastifyRequest): Buffer {
  const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '' || token.length > 200) throw new Refusal(401, messages.unauthorizedToken);
  return hashToken(token);
}

function limit(limiter: RateLimiter, { key, now, reply }: { key: string; now: Date; reply: FastifyReply }): void {
  const waitSeconds = limiter.take(key, now);
  if (waitSeconds === 0) return;
  reply.header('retry-after', waitSeconds);
  throw new Refusal(429, messages.tooMany);
}
