/** Sends requests to the AI within the agency's limit, and records their cost. */
import { messages } from '#contract/messages.ts';
import { costOf, type AiTask } from '#rules/ai.ts';
import { saveAiLight } from './key-queries.ts';
import type { AiMeans } from './means.ts';
import { UserError, type OutsideContext } from '../../base/handlers.ts';
import { chat, type Chatted, type Prompt } from './chat.ts';
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
  const chatted = await chat({ http: services.http, means: begun.means, key: begun.key, signal, now }, work.prompt);
  const texts = chatted.kind === 'answered' ? textsIn(chatted.text, work) : [];
  const costMicros = await settle(context, { begun, chatted, isDone: texts.length > 0 });
  if (chatted.kind === 'failed') throw new UserError(chatted.message);
  if (texts.length === 0) throw new UserError(messages.aiUnreadable);
  return { texts, costMicros };
}

/** Records the end, even if the person has disconnected meanwhile; returns the cost, as far as it is known. */
function settle(
  { user: { agencyId }, services, transaction }: OutsideContext,
  { begun, chatted, isDone }: { begun: Begun; chatted: Chatted; isDone: boolean },
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
      await saveAiLight(tx, { agencyId, light: 'right', words: 'The key is accepted.', now });
    else if (chatted.key === 'wrong')
      await saveAiLight(tx, { agencyId, light: 'wrong', words: 'The AI does not accept the key.', now });
    return costMicros ?? begun.mostMicros;
  });
}
