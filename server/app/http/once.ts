/** Runs a call once for each key of a press; a repeated request gets the first answer. */
import type { FastifyRequest } from 'fastify';
import type { Call } from '#contract/base/call.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import type { Reply, SignedIn } from '../../base/handlers.ts';
import { isReply, openPress, type Held, type Press, type PressInput } from '../../base/idempotency/index.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';
import type { CallState } from './call-state.ts';
import { Refusal } from './refusal.ts';

/** The key of a request to a call that changes something; null without one. Throws a 400 for an unfit key. */
export function pressOf(
  { headers, method }: FastifyRequest,
  { call, opensOwn, ...more }: { call: Call; opensOwn: boolean; secrets: Secrets; now: Date },
): Press | null {
  const key = headers['idempotency-key'];
  if (key === undefined || call.changes === undefined || method === 'GET') return null;
  // Shorter ones could be guessed, which matters for the calls without sign-in.
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,255}$/.test(key)) throw new Refusal(400, messages.badRequest);
  return openPress({ key, call: call.name, opensOwn, ...more });
}

type InTransaction = { tx: Tx; user: SignedIn | null; held: Held; given: PressInput };

/** Runs a handler, and stores its answer in its own transaction. */
export async function onceIn(
  state: CallState,
  { tx, user, held, given }: InTransaction,
  run: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const { press } = state;
  if (press === null) return run();
  const before = repeated(state, press.answered(held, given));
  if (before !== null) return before;
  const reply = await run();
  await press.keep(tx, user, { ...given, reply });
  return reply;
}

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
/** Runs the handler with transactions that store its answer. */
export type Keeping = (
  given: PressInput,
  transaction: Transaction,
  run: (keeping: Transaction) => Promise<Reply<unknown>>,
) => Promise<Reply<unknown>>;

/**
 * Runs a handler that opens its own transactions. Its key has a row since the caller was identified. The answer is
 * stored in the transaction that made it if there is one, otherwise in one of its own; a failed call loses its key.
 */
export async function onceApart(
  state: CallState,
  { press, user, held }: { press: Press; user: SignedIn | null; held: Held },
  answer: (once: Keeping) => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const {
    deps: {
      services: { db },
    },
  } = state;
  if (held !== null && held.held_reply === null) {
    press.answered(held, { input: null, file: null });
  }
  const begin: Transaction = (work) => db.openedBy(opening(user, null), work);
  const once: Keeping = async (given, transaction, run) => {
    const before = repeated(state, press.answered(held, given));
    if (before !== null) return before;
    let stored: unknown = null;
    const keeping: Transaction = (work) =>
      transaction(async (tx) => {
        const made = await work(tx);
        if (isReply(made)) {
          await press.keep(tx, user, { ...given, reply: made });
          stored = made;
        }
        return made;
      });
    const reply = await run(keeping);
    if (reply !== stored) await begin((tx) => press.keep(tx, user, { ...given, reply }));
    return reply;
  };
  try {
    return await answer(once);
  } catch (error) {
    // Without a database the key stays until its time is over; the caller gets the first failure.
    if (held === null) await begin((tx) => press.drop(tx, user)).catch(() => undefined);
    throw error;
  }
}

/** Marks an answer as that of an earlier request. */
function repeated({ reply }: CallState, before: Reply<unknown> | null): Reply<unknown> | null {
  if (before !== null) reply.header('idempotent-replayed', 'true');
  return before;
}

/** The opening of a transaction: its agency and person, and the claim of a key. */
export function opening(user: SignedIn | null, press: Press | null): string {
  const agency = user === null ? `'*'` : `'${user.agencyId}'`;
  const person = user === null ? `''` : `'${user.id}'`;
  const settings = [`set_config('app.agency_id', ${agency}, true)`, `set_config('app.user_id', ${person}, true)`];
  if (press === null) return `select ${settings.join(', ')}`;
  const [visible = '', acting = ''] = settings;
  // As arguments the settings are made before the function looks.
  const who = { agency: `nullif(${visible}, '*')::bigint`, person: `nullif(${acting}, '')` };
  return `select h.* from ${press.claim(who)} h`;
}
