/**
 * Simulates OpenAI's chat API, by the documentation at https://platform.openai.com/docs/api-reference/chat and
 * /docs/guides/error-codes (2026-11); not compared with a live answer. Deterministic: the same question has the same
 * answer. Keys: any that begins with `sk-`, but `sk-revoked` is unknown and `sk-empty` has no credit.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { isJson, parseJson, text, type Json } from '../json.ts';
import { json, raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { speech } from './speech.ts';
import { answerFor, type Question } from './writer.ts';

const error = (status: number, { message, type, code }: { message: string; type: string; code: string | null }) =>
  json(status, { error: { message, type, param: null, code } });

const noCredit = () =>
  error(429, {
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  });

/** The faults that these words in a request cause. */
const faults: Readonly<Record<string, () => Reply | Promise<Reply>>> = {
  'sandbox-ai-429': () => ({
    ...error(429, {
      message: 'Rate limit reached for requests. Please try again in 20s.',
      type: 'requests',
      code: 'rate_limit_exceeded',
    }),
    headers: { 'content-type': 'application/json', 'retry-after': '20' },
  }),
  'sandbox-ai-quota': noCredit,
  'sandbox-ai-500': () => error(500, { message: 'The server had an error.', type: 'server_error', code: null }),
  'sandbox-ai-model': () =>
    error(404, { message: 'The model does not exist.', type: 'invalid_request_error', code: 'model_not_found' }),
  'sandbox-ai-broken': () => raw(200, { type: 'application/json', body: '{"id":"chatcmpl-1","choices":[{"mess' }),
  // No caller waits this long; it hangs up.
  'sandbox-ai-slow': () => wait(300_000, noCredit(), { ref: false }),
};

const models = ['gpt-4o-mini', 'gpt-4o', 'gpt-4.1-mini'];

/** Answers below `/openai`. */
export async function openai(_context: Context, call: Call): Promise<Reply> {
  const key = /^Bearer (.+)$/.exec(call.headers['authorization'] ?? '')?.[1] ?? '';
  if (!key.startsWith('sk-') || key.startsWith('sk-revoked'))
    return error(401, {
      message: `Incorrect API key provided: ${key.slice(0, 3)}***. You can find your API key at your account page.`,
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    });
  if (call.path === '/v1/models' && call.method === 'GET')
    return json(200, { object: 'list', data: models.map((id) => ({ id, object: 'model', owned_by: 'sandbox' })) });
  if (call.path === '/v1/audio/speech' && call.method === 'POST')
    return key.startsWith('sk-empty') ? noCredit() : speech(call);
  if (call.path !== '/v1/chat/completions' || call.method !== 'POST')
    return error(404, { message: 'Unknown request URL.', type: 'invalid_request_error', code: 'unknown_url' });
  if (key.startsWith('sk-empty')) return noCredit();
  const asked = parseJson(call.body.toString());
  const question = isJson(asked) ? questionOf(asked) : undefined;
  if (!isJson(asked) || question === undefined)
    return error(400, { message: 'Missing required parameter: messages.', type: 'invalid_request_error', code: null });
  const fault = Object.entries(faults).find(([words]) => question.words.includes(words));
  return fault === undefined ? completion(asked, question) : fault[1]();
}

function questionOf({ messages }: Json): Question | undefined {
  if (!Array.isArray(messages)) return undefined;
  const list = messages.filter(isJson);
  const contentOf = (role: string) => list.findLast((message) => message['role'] === role)?.['content'];
  const content = contentOf('user');
  const parts = Array.isArray(content) ? content.filter(isJson) : [];
  const words = typeof content === 'string' ? content : text(parts.find(({ type }) => type === 'text')?.['text']);
  const image = parts.find(({ type }) => type === 'image_url')?.['image_url'];
  const picture = isJson(image) ? text(image['url']) : '';
  return words === '' ? undefined : { instructions: text(contentOf('system')), words, picture };
}

/** About four characters are a token; a picture at low detail is 2,833 of gpt-4o-mini's. */
function completion(asked: Json, question: Question): Reply {
  const isRefused = question.words.includes('sandbox-ai-refusal');
  const content = isRefused ? null : answerFor(question);
  const prompt = Math.ceil((question.instructions.length + question.words.length) / 4);
  const usage = {
    prompt_tokens: prompt + (question.picture === '' ? 0 : 2833),
    completion_tokens: Math.ceil((content ?? 'no').length / 4),
  };
  const id = createHash('sha256').update(question.words).digest('hex').slice(0, 24);
  return json(200, {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: 1_780_000_000,
    model: text(asked['model']),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: isRefused ? 'I am sorry, I cannot help with that.' : null },
        finish_reason: 'stop',
      },
    ],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  });
}
