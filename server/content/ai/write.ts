/** Sends requests to the AI within the agency's limit, and records their cost. */
import { messages } from '#contract/messages.ts';
import { costOf, type AiTask } from '#rules/ai.ts';
import { noticeOf } from '#rules/ai-models.ts';
import { saveAiLight } from './key-queries.ts';
import type { AiMeans } from './means.ts';
import { modelFor } from './models.ts';
import { UserError, type OutsideContext } from '../../base/handlers.ts';
import { chat, noModel, withoutModel, type Chatted, type Prompt } from './chat.ts';
import { mostTokensOf, textsIn, type Room, type WrittenText } from './prompts.ts';
import { settleRequest } from './request-queries.ts';
import { beginRequest, type Begun } from './spend.ts';

/** The texts, and their cost in micro-dollars. */
export type Outcome = { texts: WrittenText[]; costMicros: number };

type Work = { task: AiTask | 'stream'; room: Room | null; prompt: Prompt };

/**
 * Sends one request. The maximum cost is first reserved from the monthly limit, and the difference is released
 * afterwards. Throws a UserError with a message for the person if there is no key, the limit is reached, or the request
 * fails.
 */
export async function write(context: OutsideContext, work: Work): Promise<Outcome> {
  const { task, prompt } = work;
  const mostMicrosOf = ({ prices }: AiMeans) => costOf(mostTokensOf(prompt), prices);
  const begun = await beginRequest(context, { task, mostMicrosOf });
  const { services, signal, now } = context;
  const { means, key } = begun;
  const asking = { http: services.http, baseUrl: means.baseUrl, trust: means.trust, means, key, signal, now };
  const model = await modelFor(asking, { use: 'chat', preferred: means.models, now });
  const isThere = model !== null && 'id' in model;
  const chatted = isThere
    ? await chat({ ...asking, model: model.id }, work.prompt)
    : model === null
      ? noModel
      : withoutModel(model.answer, now);
  const texts = chatted.kind === 'answered' ? textsIn(chatted.text, work) : [];
  const notice = isThere && means.models.includes(model.id) ? noticeOf(model, now) : '';
  const costMicros = await settle(context, { begun, chatted, isDone: texts.length > 0, notice });
  if (chatted.kind === 'failed') throw new UserError(withCost(chatted.message, { chatted, costMicros }));
  if (texts.length === 0) throw new UserError(withCost(messages.aiUnreadable, { chatted, costMicros }));
  return { texts, costMicros };
}

/** A failure with what it has cost, if the AI says that it has cost something. */
const withCost = (message: string, { chatted, costMicros }: { chatted: Chatted; costMicros: number }): string =>
  chatted.tokens === null || costMicros === 0
    ? message
    : `${message} This request has cost about $${(costMicros / 1_000_000).toFixed(4)}.`;

/** Records the end, even if the person has disconnected meanwhile; returns the cost, as far as it is known. */
function settle(
  { user: { agencyId }, services, transaction }: OutsideContext,
  { begun, chatted, isDone, notice }: { begun: Begun; chatted: Chatted; isDone: boolean; notice: string },
): Promise<number> {
  const now = services.clock();
  const { tokens } = chatted;
  const costMicros = tokens === null ? null : costOf(tokens, begun.means.prices);
  return transaction(async (tx) => {
    await settleRequest(tx, {
      agencyId,
      id: begun.id,
      state: isDone ? 'done' : 'failed',
      tokens: tokens ?? { input: 0, output: 0 },
      costMicros,
      now,
    });
    if (chatted.kind === 'answered')
      await saveAiLight(tx, { agencyId, light: 'right', words: `The key is accepted. ${notice}`.trim(), now });
    else if (chatted.key === 'wrong')
      await saveAiLight(tx, { agencyId, light: 'wrong', words: 'The AI does not accept the key.', now });
    return costMicros ?? begun.mostMicros;
  });
}
