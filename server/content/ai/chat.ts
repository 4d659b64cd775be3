/** One request to an AI that speaks OpenAI's chat API. https://platform.openai.com/docs/api-reference/chat, 2026-11. */
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { parseJson, retryAfterOf } from '#outbound/answers.ts';
import { jsonBody } from '#outbound/body.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import { plainAnswer, reasoningTokens, type AiTokens } from '#rules/ai.ts';
import { noticeOf } from '#rules/ai-models.ts';
import type { AiMeans } from './means.ts';
import { askModels, modelsOf } from './models.ts';

/** The request: our instructions, a person's text, and a picture as a data URL. */
export type Prompt = { instructions: string; words: string; picture: string | null; mostTokens: number };

/** The result. `tokens` null: the cost is unknown. `key`: what the answer says about the key, null for nothing. */
export type Chatted =
  | { kind: 'answered'; text: string; tokens: AiTokens | null }
  | { kind: 'failed'; message: string; tokens: AiTokens | null; key: 'wrong' | null };

/** The time limit of an answer, in milliseconds: less than that of our own calls. */
export const patienceMs = 50_000;

const noTokens: AiTokens = { input: 0, output: 0 };

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }).nullish(),
});
const refused = z.object({
  error: z.object({ message: z.string().nullish(), code: z.unknown(), type: z.string().nullish() }),
});

type Asking = { http: Http; means: AiMeans; model: string; key: string; signal: AbortSignal; now: Date };

/** Sends the request once and never retries: a second request would cost again. */
export async function chat({ http, means, model, key, signal, now }: Asking, prompt: Prompt): Promise<Chatted> {
  const request = {
    method: 'POST',
    url: new URL(`${means.baseUrl}/chat/completions`),
    headers: { authorization: `Bearer ${key}` },
    body: jsonBody(bodyOf(prompt, { model, isOpenAi: means.isOpenAi })),
    signal,
    timeoutMs: patienceMs,
    maxBytes: 1_000_000,
  } as const;
  const reply = await (means.trust === 'guarded' ? http.sendGuarded(request) : http.send(request));
  return chattedOf(reply, { model, now });
}

/** OpenAI's models that think before they write, at whatever address; the others refuse `reasoning_effort`. */
const reasons = /^(?:o\d|gpt-(?:[5-9]|\d\d))/;

function bodyOf(
  { instructions, words, picture, mostTokens }: Prompt,
  { model, isOpenAi }: { model: string; isOpenAi: boolean },
): object {
  const isReasoning = reasons.test(model);
  const content =
    picture === null
      ? words
      : [
          { type: 'text', text: words },
          { type: 'image_url', image_url: { url: picture, detail: 'low' } },
        ];
  return {
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content },
    ],
    response_format: { type: 'json_object' },
    ...(isReasoning ? { reasoning_effort: 'low' } : {}),
    // OpenAI's current name of the limit; other implementations know only its earlier name.
    ...(isOpenAi || isReasoning ? { max_completion_tokens: mostTokens + reasoningTokens } : { max_tokens: mostTokens }),
  };
}

function chattedOf(reply: Reply, { model, now }: { model: string; now: Date }): Chatted {
  if (reply.kind !== 'answered') {
    const isSlow = reply.message.endsWith('in time');
    const message = isSlow ? messages.aiTooSlow : `The AI could not be reached: ${reply.message}.`;
    return { kind: 'failed', message, tokens: reply.kind === 'unknown' ? null : noTokens, key: null };
  }
  if (reply.status < 200 || reply.status >= 300) return failureOf(reply, { model, now });
  const parsed = completion.safeParse(parseJson(reply.text));
  if (!parsed.success) return { kind: 'failed', message: messages.aiUnreadable, tokens: null, key: null };
  const { usage, choices } = parsed.data;
  const tokens = usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null;
  const { message: { content = '', refusal } = {}, finish_reason: reason } = choices[0] ?? {};
  const failed = (message: string): Chatted => ({ kind: 'failed', message, tokens, key: null });
  if (refusal || reason === 'content_filter') return failed(messages.aiRefused);
  if (reason === 'length') return failed(messages.aiCutOff);
  return content ? { kind: 'answered', text: content, tokens } : failed(messages.aiEmpty);
}

/** Nothing was sent: the address offers no model that writes. */
export const noModel: Chatted = { kind: 'failed', message: messages.aiNoModel, tokens: noTokens, key: null };

/** What the answer to the question for models says, where it is no list. */
export function withoutModel(answer: Reply, now: Date): Chatted {
  if (answer.kind === 'answered' && (answer.status < 300 || answer.status === 404)) return noModel;
  const chatted = chattedOf(answer, { model: '', now });
  return chatted.kind === 'failed' ? { ...chatted, tokens: noTokens } : noModel;
}

/** The reason of a refusal, as a message. https://platform.openai.com/docs/guides/error-codes, 2026-11. */
function failureOf(reply: Answer, { model, now }: { model: string; now: Date }): Chatted {
  const failed = (message: string, key: 'wrong' | null = null): Chatted => ({
    kind: 'failed',
    message,
    tokens: noTokens,
    key,
  });
  const parsed = refused.safeParse(parseJson(reply.text));
  const error = parsed.success ? parsed.data.error : null;
  if (reply.status === 401 || reply.status === 403) return failed(messages.aiKeyRefused, 'wrong');
  if (reply.status === 402 || error?.code === 'insufficient_quota' || error?.type === 'insufficient_quota')
    return failed(messages.aiNoCredit);
  if (reply.status === 429) {
    const seconds = retryAfterOf(reply.headers, now);
    const when = seconds === null ? 'in a minute' : `in ${seconds === 1 ? 'a second' : `${seconds} seconds`}`;
    return failed(`This key has sent the AI too many requests. Please try again ${when}.`);
  }
  if (reply.status === 404) return failed(`The model “${model}” is not available at the configured address.`);
  if (reply.status >= 500) return failed(messages.aiUnwell);
  const words = plainAnswer(error?.message ?? '', 200);
  return failed(words === '' ? messages.aiUnreadable : `The AI refused the request: ${words}`);
}

/** The result of checking a key, with a message. */
export type Light = { light: 'unknown' | 'right' | 'wrong'; words: string };

/** Requests the list of models, which is free and needs a valid key. A preferred model that ends soon is named. */
export async function lookAtKey({ http, means, key, signal, now }: Omit<Asking, 'model'>): Promise<Light> {
  const { baseUrl, trust } = means;
  const reply = await askModels({ http, baseUrl, trust, key, signal });
  if (reply.kind !== 'answered') return { light: 'unknown', words: `It could not be checked: ${reply.message}.` };
  if (reply.status === 401 || reply.status === 403)
    return { light: 'wrong', words: `${means.isOpenAi ? 'OpenAI' : reply.url.host} does not accept the key.` };
  if (reply.status < 200 || reply.status >= 300)
    return { light: 'unknown', words: `It could not be checked: the address returned error ${reply.status}.` };
  const used = modelsOf(reply)?.filter(({ id }) => means.models.includes(id)) ?? [];
  return {
    light: 'right',
    words: ['The key is accepted.', ...used.map((model) => noticeOf(model, now))].join(' ').trim(),
  };
}
