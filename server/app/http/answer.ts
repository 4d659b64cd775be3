import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from '#contract/base/call.ts';
import { calls } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Statement } from '#db/one-trip.ts';
import { auditOperator } from '../../base/audit/index.ts';
import { enterSession, readAsSession } from '../../people/auth/index.ts';
import { againAfterConflict } from '../../base/lib/again-after-conflict.ts';
import type { Handlers, Read, Reply, Services } from '../../base/handlers.ts';
import { isLockTimeout, stillRunning } from '../../base/idempotency/index.ts';
import { answerInSteps } from './answer-in-steps.ts';
import { waitForCalls } from './calls-under-way.ts';
import {
  admit,
  commonOf,
  inputOf,
  tokenHashOf,
  type CallLimits,
  type CallState,
  type Dependencies,
} from './call-state.ts';
import { traceCall } from '../../base/tracing/index.ts';
import { endUnread } from './body.ts';
import { refuseUnconfirmed } from './confirmed.ts';
import { checked } from './checked-reply.ts';
import { saidIfExpired } from './expired.ts';
import { runnersOf } from './handlers.ts';
import { sendDownload } from './downloads.ts';
import { openHostSessions } from './host-sessions.ts';
import { kept } from './kept-reply.ts';
import { onceIn, pressOf } from './once.ts';
import { originOf } from './origin.ts';
import { openRateLimiter } from './rate.ts';
import { Refusal } from './refusal.ts';
import { openUploadBounds } from './upload-bounds.ts';
import { validated } from './validate.ts';

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
      handler: (request, reply) =>
        untilClosed(traceCall({ call: call.name }, () => answer(request, { call, runner, deps, reply }))),
    });
  }
}

async function answer(
  request: FastifyRequest,
  given: Omit<CallState, 'request' | 'now' | 'press'>,
): Promise<Envelope | FastifyReply> {
  const { call, deps } = given;
  const { services } = deps;
  const state = { ...given, request, now: services.clock() };
  const { message, data, download } = await answerAtHost(state).catch(async (error: unknown) => {
    await endUnread(request, error);
    if (isLockTimeout(error)) throw stillRunning();
    throw await saidIfExpired(error, { db: services.db, tokenHash: () => tokenHashOf(request), now: state.now });
  });
  const { person } = request;
  if (person?.impersonated === true && call.changes !== undefined)
    await auditOperator(services.db, { user: person, origin: originOf(request), call: call.name });
  if (download !== undefined) {
    await sendDownload(request, { reply: state.reply, storage: services.storage, download });
    return state.reply;
  }
  const envelope = { status: true, message, data: services.config.checkReplies ? checked(call.data, data) : data };
  return call.alsoGet === true ? kept(request, state.reply, envelope) : envelope;
}

/** Checks that the session is valid at the call's host, and reads the key of the press. */
async function answerAtHost(given: Omit<CallState, 'press'>): Promise<Reply<unknown>> {
  const { request, call, runner, now, deps } = given;
  if (call.who !== 'anyone') await deps.refuseElsewhere(request, () => tokenHashOf(request));
  const { secrets } = deps.services;
  const state = { ...given, press: pressOf(request, { call, opensOwn: runner.kind === 'outside', secrets, now }) };
  return answerBy(state)(state);
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
    press,
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
    enterSession(db, { tokenHash, now, isSnapshot, press }, async (tx, user, held) => {
      if (!admitted) admit(state, user);
      admitted = true;
      if ('refusal' in body) throw body.refusal;
      const input = validated(call.input, body.fields);
      if (user !== null) await refuseUnconfirmed(call, { user, now, input, read: (look) => look(tx) });
      return onceIn(state, { tx, user, held, given: { input, file: null } }, () =>
        runner.run(input, { ...common, user, tx }),
      );
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
