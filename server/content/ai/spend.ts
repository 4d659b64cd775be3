/** Records requests that cost money with an agency's own key, and keeps them within its monthly limit. */
import { messages } from '#contract/messages.ts';
import { aiMeansOf, type AiMeans } from './means.ts';
import { openAiKey } from './key-queries.ts';
import { UserError, type OutsideContext } from '../../base/handlers.ts';
import { findMonth, insertRequest, lockAi, settleRequest } from './request-queries.ts';

/** A request whose maximum cost is reserved from the monthly limit. */
export type Begun = { id: string; means: AiMeans; key: string; mostMicros: number };

/** Reserves a request's maximum cost from the limit. Throws a UserError if there is no key or the limit is reached. */
export const beginRequest = (
  { user, services, transaction, now }: OutsideContext,
  { task, mostMicrosOf }: { task: string; mostMicrosOf: (means: AiMeans) => number },
): Promise<Begun> =>
  transaction(async (tx) => {
    const { agencyId, id: userId } = user;
    const means = await aiMeansOf(tx, services, agencyId);
    const key = await openAiKey(tx, services.secrets, agencyId);
    if (key === null) throw new UserError(messages.aiNoKey);
    const mostMicros = mostMicrosOf(means);
    await lockAi(tx, agencyId);
    const { costMicros } = await findMonth(tx, { agencyId, now });
    if (costMicros + mostMicros > means.limitCents * 10_000) throw new UserError(messages.aiLimitReached);
    const id = await insertRequest(tx, { agencyId, userId, task, mostMicros, now });
    return { id, means, key, mostMicros };
  });

/**
 * Does work of a known price with the agency's key. A failure costs nothing; an aborted request counts, since its cost
 * is unknown.
 */
export async function spend<Result>(
  context: OutsideContext,
  wish: { task: string; costMicros: number; isDone: (result: Result) => boolean },
  work: (begun: Pick<Begun, 'means' | 'key'>) => Promise<Result>,
): Promise<Result> {
  const begun = await beginRequest(context, { task: wish.task, mostMicrosOf: () => wish.costMicros });
  const settle = (state: 'done' | 'failed', costMicros: number | null) =>
    context.transaction((tx) =>
      settleRequest(tx, {
        agencyId: context.user.agencyId,
        id: begun.id,
        state,
        tokens: { input: 0, output: 0 },
        costMicros,
        now: context.services.clock(),
      }),
    );
  let result: Result;
  try {
    result = await work(begun);
  } catch (error) {
    await settle('failed', null);
    throw error;
  }
  if (wish.isDone(result)) await settle('done', wish.costMicros);
  else await settle('failed', 0);
  return result;
}
