import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call, Envelope } from '#contract/call.ts';
import { calls } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { may } from '#rules/permissions.ts';
import { findSession } from '../auth/queries.ts';
import { hashToken } from '../tokens.ts';
import type { Handlers, Reply, Services, SignedIn } from '../handlers.ts';
import { readBody } from './body.ts';
import { runnersOf, type Runner } from './handlers.ts';
import { openRateLimiter, placeOf, type RateLimiter } from './rate.ts';
import { Refusal } from './refusal.ts';
import { validated } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call, once that is known; for the log. */
    person: SignedIn | null;
  }
}

/** Requests in five minutes: of one signed-in user, of one address to the calls for anyone, and a user's calls that take a file. */
export type CallLimits = { perUser: number; perAddress: number; uploadsPerUser: number };

/** Source of 1,500 and of limiting uploads: architecture.md, "Security, everywhere". */
export const defaultLimits: CallLimits = { perUser: 1500, perAddress: 600, uploadsPerUser: 600 };

/** The longest a call may wait for a network before it gives up. */
const patienceMs = 60_000;

type Desk = { services: Services; byUser: RateLimiter; byAddress: RateLimiter; uploads: RateLimiter; tmpDir: string };

/** Answers `POST /api/<call>` for every call of the contract. */
export function answerCalls(app: FastifyInstance, { services, handlers, limits }: { services: Services; handlers: Partial<Handlers>; limits: CallLimits }): void {
  const desk: Desk = {
    services,
    byUser: openRateLimiter({ most: limits.perUser, seconds: 300 }),
    byAddress: openRateLimiter({ most: limits.perAddress, seconds: 300 }),
    uploads: openRateLimiter({ most: limits.uploadsPerUser, seconds: 300 }),
    tmpDir: join(services.config.dataDir, 'tmp'),
  };
  app.decorateRequest('person', null);
  const runners = runnersOf(handlers);
  for (const call of calls) {
    const runner = runners.get(call.name);
    if (runner === undefined) throw new Error(`the call ${call.name} has no handler`);
    app.post(`/api/${call.name}`, (request, reply) => answer(request, { call, runner, desk, reply }));
  }
}

async function answer(
  request: FastifyRequest, { call, runner, desk, reply }: { call: Call; runner: Runner; desk: Desk; reply: FastifyReply },
): Promise<Envelope> {
  const { services } = desk;
  const now = services.clock();
  const user = await signedIn(request, { call, desk, now });
  request.person = user;
  limit(user === null ? desk.byAddress : desk.byUser, { key: user?.id ?? placeOf(request.ip), now, reply });
  if (user !== null && call.who !== 'anyone' && !may(user, call.who)) throw new Refusal(403, messages.forbidden);

  if (call.file !== undefined) limit(desk.uploads, { key: user?.id ?? placeOf(request.ip), now, reply });

  await using body = await readBody(request, { file: call.file, tmpDir: desk.tmpDir });
  const input = validated(call.input, body.fields);
  const origin = { requestId: request.id, address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
  const signal = patientSignal(reply);
  const { message, data } = await run(runner, input, { services, user, now, origin, file: body.file, signal });
  return { status: true, message, data: services.config.checkReplies ? checked(call.data, data) : data };
}

/** Runs the handler in its transaction: one that sees the caller's agency, or all of them where nobody is signed in. */
function run<C extends { services: Services; user: SignedIn | null }>(
  { isOutside, run: handle }: Runner, input: unknown, common: C,
): Promise<Reply<unknown>> {
  const { services: { db }, user } = common;
  const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    user === null ? db.asSystem(work) : db.asAgency(user.agencyId, work);
  return isOutside ? handle(input, { ...common, transaction }) : againAfterDeadlock(() => transaction((tx) => handle(input, { ...common, tx })));
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

async function signedIn(request: FastifyRequest, { call, desk, now }: { call: Call; desk: Desk; now: Date }): Promise<SignedIn | null> {
  if (call.who === 'anyone') return null;
  const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
  const user = token === '' || token.length > 200 ? null : await findSession(desk.services.db, hashToken(token), now);
  if (user === null) throw new Refusal(401, messages.unauthorizedToken);
  return user;
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
