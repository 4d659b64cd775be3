import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call, Envelope } from '#contract/call.ts';
import { calls } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import type { Statement } from '#db/one-trip.ts';
import { may } from '#rules/permissions.ts';
import { enterSession, readAsSession } from '../auth/queries.ts';
import { hashToken } from '../tokens.ts';
import type { Handlers, Read, ReceivedFile, Reply, Services, SignedIn } from '../handlers.ts';
import { readBody } from './body.ts';
import { refuseUnconfirmed } from './confirmed.ts';
import { saidIfExpired } from './expired.ts';
import { runnersOf, type Runner } from './handlers.ts';
import { openRateLimiter, placeOf, type RateLimiter } from './rate.ts';
import { Refusal } from './refusal.ts';
import { comeAgainSeconds, openUnderWay, uploadsUnderWay, type UnderWay, type UnderWayLimits } from './under-way.ts';
import { validated } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call, once that is known; for the log. */
    person: SignedIn | null;
  }
}

/** Requests in five minutes: of one signed-in user, of one address to the calls for anyone, and a user's calls that take a file. */
export type CallLimits = { perUser: number; perAddress: number; uploadsPerUser: number; underWay?: UnderWayLimits };

/** Source of 1,500 and of limiting uploads: architecture.md, "Security, everywhere". */
export const defaultLimits: CallLimits = { perUser: 1500, perAddress: 600, uploadsPerUser: 600 };

/** The longest a call may wait for a network before it gives up. */
const patienceMs = 60_000;

type Desk = { services: Services; byUser: RateLimiter; byAddress: RateLimiter; uploads: RateLimiter; underWay: UnderWay; tmpDir: string };

/** Answers `POST /api/<call>` for every call of the contract. */
export function answerCalls(app: FastifyInstance, { services, handlers, limits }: { services: Services; handlers: Partial<Handlers>; limits: CallLimits }): void {
  const desk: Desk = {
    services,
    byUser: openRateLimiter({ most: limits.perUser, seconds: 300 }),
    byAddress: openRateLimiter({ most: limits.perAddress, seconds: 300 }),
    uploads: openRateLimiter({ most: limits.uploadsPerUser, seconds: 300 }),
    underWay: openUnderWay(limits.underWay ?? uploadsUnderWay),
    tmpDir: join(services.config.dataDir, 'tmp'),
  };
  app.decorateRequest('person', null);
  const runners = runnersOf(handlers);
  for (const call of calls) {
    const runner = runners.get(call.name);
    if (runner === undefined) throw new Error(`the call ${call.name} has no handler`);
    const { who, file, confirms } = call;
    if (runner.kind === 'reading' && (who === 'anyone' || file !== undefined || confirms !== undefined)) throw new Error(`the call ${call.name} cannot be one that only reads`);
    app.post(`/api/${call.name}`, (request, reply) => answer(request, { call, runner, desk, reply }));
  }
}

/** One call on its way to its answer. */
type Turn = { request: FastifyRequest; reply: FastifyReply; call: Call; runner: Runner; desk: Desk; now: Date };

async function answer(request: FastifyRequest, given: Omit<Turn, 'request' | 'now'>): Promise<Envelope> {
  const { call, desk: { services } } = given;
  const turn: Turn = { ...given, request, now: services.clock() };
  const { message, data } = await answerBy(turn)(turn).catch(async (error: unknown) => {
    throw await saidIfExpired(error, { db: services.db, tokenHash: () => tokenHashOf(request), now: turn.now });
  });
  return { status: true, message, data: services.config.checkReplies ? checked(call.data, data) : data };
}

/** The cheapest way in which a call can be answered. */
function answerBy({ call, runner }: Turn): (turn: Turn) => Promise<Reply<unknown>> {
  if (runner.kind === 'reading') return answerByReading;
  return call.who !== 'anyone' && call.file === undefined && runner.kind === 'plain' ? answerAtOnce : answerInSteps;
}

/** Most calls: the session is looked up by what begins the handler's transaction. */
async function answerAtOnce(turn: Turn): Promise<Reply<unknown>> {
  const { request, call, runner, desk: { services: { db }, tmpDir }, now } = turn;
  const tokenHash = tokenHashOf(request);
  // Read first, since no transaction waits for a sender; that it is wrong is told to those who may call.
  const body = await readBody(request, { file: undefined, tmpDir }).then(({ fields }) => ({ fields }), (refusal: unknown) => ({ refusal }));
  const common = commonOf(turn, null);
  let admitted = false;
  return againAfterDeadlock(() => enterSession(db, { tokenHash, now }, async (tx, user) => {
    if (!admitted) admit(turn, user);
    admitted = true;
    if ('refusal' in body) throw body.refusal;
    const input = validated(call.input, body.fields);
    if (user !== null) await refuseUnconfirmed(call, { user, now, input, read: (look) => look(tx) });
    return runner.run(input, { ...common, user, tx });
  }));
}

/** Lists under load: the session and the one statement in a single round trip. */
async function answerByReading(turn: Turn): Promise<Reply<unknown>> {
  const { request, call, runner, desk: { services: { db }, tmpDir }, now } = turn;
  const key = { tokenHash: tokenHashOf(request), now };
  let asked = false;
  const read: Read = async <Row extends object>(statement: Statement) => {
    asked = true;
    const { person, rows } = await readAsSession<Row>(db, { ...key, statement });
    admit(turn, person);
    if (person === null) throw new Refusal(401, messages.unauthorizedToken);
    return { rows, user: person };
  };
  try {
    const body = await readBody(request, { file: undefined, tmpDir });
    return await runner.run(validated(call.input, body.fields), read);
  } finally {
    // What is wrong before anything was read is told to those who may call.
    if (!asked) await enterSession(db, key, (_tx, person) => Promise.resolve(admit(turn, person)));
  }
}

/** Calls for anyone, with a file, or that talk to the outside: who calls is known before anything is taken in. */
async function answerInSteps(turn: Turn): Promise<Reply<unknown>> {
  const { request, reply, call, runner, desk: { services: { db }, uploads, tmpDir }, now } = turn;
  const user = call.who === 'anyone'
    ? null
    : await enterSession(db, { tokenHash: tokenHashOf(request), now }, (_tx, person) => Promise.resolve(person));
  admit(turn, user);
  // What finds no place costs nothing and does not count.
  using _place = call.file === undefined ? null : placeUnderWay(turn, user);
  if (call.file !== undefined) limit(uploads, { key: user?.id ?? placeOf(request.ip), now, reply });

  await using body = await readBody(request, { file: call.file, tmpDir });
  const input = validated(call.input, body.fields);
  if (user !== null) await refuseUnconfirmed(call, { user, now, input, read: (look) => db.asAgency(user.agencyId, look) });
  const common = { ...commonOf(turn, body.file), user };
  const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    againAfterDeadlock(() => user === null ? db.asSystem(work) : db.asAgency(user.agencyId, work));
  return await (runner.kind === 'outside' ? runner.run(input, { ...common, transaction }) : transaction((tx) => runner.run(input, { ...common, tx })));
}

/** A place among the uploads under way, held until the call is answered. */
function placeUnderWay({ request, reply, desk: { underWay } }: Turn, user: SignedIn | null): Disposable {
  const place = underWay.take(user?.agencyId ?? placeOf(request.ip));
  if (place !== null) return place;
  reply.header('retry-after', comeAgainSeconds);
  throw new Refusal(429, messages.uploadsTooMany);
}

/** Lets a call go on, or throws why not: nobody signed in, too many calls, no permission. */
function admit({ request, reply, call, desk: { byUser, byAddress }, now }: Turn, user: SignedIn | null): void {
  if (user === null && call.who !== 'anyone') throw new Refusal(401, messages.unauthorizedToken);
  request.person = user;
  // Who holds a connect link counts apart: it must not use up what its client may.
  const key = user === null ? placeOf(request.ip) : user.byLink ? `link ${user.id}` : user.id;
  limit(user === null ? byAddress : byUser, { key, now, reply });
  if (user !== null && call.who !== 'anyone' && !may(user, call.who)) throw new Refusal(403, messages.forbidden);
}

/** What every handler gets beside its input, its person and its transaction. */
function commonOf({ request, reply, desk: { services }, now }: Turn, file: ReceivedFile | null) {
  const origin = { requestId: request.id, address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
  return { services, now, origin, file, signal: patientSignal(reply) };
}

const deadlockTries = 5;

/** Does it again when PostgreSQL chose it to break a deadlock: nothing of it is left, and whoever was in the way has gone on. */
async function againAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!isDeadlock || tries === deadlockTries) throw error;
    }
  }
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

/**
 * Aborts when the caller has gone before the answer was out, and when patience ends.
 * NOTE not by AbortSignal.timeout: each of those lives for its whole minute, and thousands of them made every collection of
 * young objects take 15 to 20 ms.
 */
function patientSignal(reply: FastifyReply): AbortSignal {
  const ending = new AbortController();
  const patience = setTimeout(() => { ending.abort(); }, patienceMs);
  reply.raw.once('close', () => {
    clearTimeout(patience);
    if (!reply.raw.writableFinished) ending.abort();
  });
  return ending.signal;
}

function checked(schema: z.ZodType, data: unknown): unknown {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map(({ path, code }) => `${path.map(String).join('.')} (${code})`).join(', ');
  throw new Error(`a reply does not fit the contract: ${where}`);
}
