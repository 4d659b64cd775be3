/** Public calls, and calls with a file, a large body or outbound requests. */
import type { Tx } from '#db/database.ts';
import { messages } from '#contract/messages.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { againAfterConflict } from '../../base/lib/again-after-conflict.ts';
import type { Reply, SignedIn } from '../../base/handlers.ts';
import { heldIn, type ClaimedRow, type Held, type Press } from '../../base/idempotency/index.ts';
import { enterSession } from '../../people/auth/index.ts';
import { drain, type TakeIn } from './body.ts';
import { admit, commonOf, inputOf, limit, tokenHashOf, type CallState } from './call-state.ts';
import { refuseUnconfirmed } from './confirmed.ts';
import { onceApart, onceIn, opening, type Keeping } from './once.ts';
import { Refusal } from './refusal.ts';
import { comeAgainSeconds } from './under-way.ts';
import { validated } from './validate.ts';

/** The caller is identified before anything is read. */
export async function answerInSteps(state: CallState): Promise<Reply<unknown>> {
  const { runner, press } = state;
  if (runner.kind !== 'outside' || press === null) return answered(state, await identify(state, null));
  const { user, held } = await identify(state, press);
  return onceApart(state, { press, user, held }, (once) => answered(state, { user, once }));
}

type Identified = { user: SignedIn | null };

/** The permitted caller, and what the key of a call that opens its own transactions held. */
async function identify(state: CallState, press: Press | null): Promise<Identified & { held: Held }> {
  const {
    request,
    call,
    now,
    deps: {
      services: { db },
    },
  } = state;
  if (call.who === 'anyone') {
    admit(state, null);
    return { user: null, held: press === null ? null : await claimed(state, press) };
  }
  return enterSession(db, { tokenHash: tokenHashOf(request), now, press }, (_tx, user, held) => {
    admit(state, user);
    return Promise.resolve({ user, held });
  });
}

const claimed = ({ deps: { services } }: CallState, press: Press): Promise<Held> =>
  services.db.openedBy<ClaimedRow, Held>(opening(null, press), (_tx, [row]) => Promise.resolve(heldIn(row ?? {})));

async function answered(
  state: CallState,
  { user, once = null }: Identified & { once?: Keeping | null },
): Promise<Reply<unknown>> {
  const { request, reply, call, runner, now, press } = state;
  const {
    services: { db },
    uploads,
    bounds,
  } = state.deps;
  // A call that finds no free slot is refused early and does not count against the limits.
  const sender = user?.agencyId ?? addressPrefix(request.ip);
  const takeIn: TakeIn = (bytes) => bounds.intake(sender, bytes);
  using _slot = call.file === undefined ? null : slotUnderWay(state, { sender, takeIn });
  if (call.file !== undefined) limit(uploads, { key: user?.id ?? addressPrefix(request.ip), now, reply });

  await using body = await inputOf(state, { file: call.file, takeIn, isKnown: user !== null });
  const { file } = body;
  const input = validated(call.input, body.fields);
  if (user !== null)
    await refuseUnconfirmed(call, { user, now, input, read: (look) => db.asAgency(user.agencyId, look) });
  const common = { ...commonOf(state, file), user };
  const begin = <T>(claims: Press | null, work: (tx: Tx, held: Held) => Promise<T>): Promise<T> => {
    const run = () =>
      againAfterConflict(() =>
        db.openedBy<ClaimedRow, T>(opening(user, claims), (tx, [row]) => work(tx, heldIn(row ?? {}))),
      );
    return call.file === undefined ? run() : bounds.transactions(sender, run);
  };
  // NOTE awaited, because the body's file is removed when this returns.
  if (runner.kind === 'outside') {
    const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => begin(null, work);
    if (once === null) return await runner.run(input, { ...common, transaction });
    return await once({ input, file }, transaction, (keeping) =>
      runner.run(input, { ...common, transaction: keeping }),
    );
  }
  return await begin(press, (tx, held) =>
    onceIn(state, { tx, user, held, given: { input, file } }, () => runner.run(input, { ...common, tx })),
  );
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
