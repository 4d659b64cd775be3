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

/** Models with their ends, by developers.openai.com/api/docs/deprecations, read 2026-11-27. */
const models: readonly { id: string; created: number; shutdown_date: string | null; reasons: boolean }[] = [
  { id: 'gpt-4o-mini', created: 1_721_172_741, shutdown_date: '2027-01-14', reasons: false },
  { id: 'gpt-4o', created: 1_715_367_049, shutdown_date: '2027-01-14', reasons: false },
  { id: 'gpt-6-luna', created: 1_788_000_000, shutdown_date: null, reasons: true },
  { id: 'gpt-6-sol', created: 1_788_000_001, shutdown_date: null, reasons: true },
  { id: 'gpt-audio', created: 1_789_000_000, shutdown_date: null, reasons: false },
  { id: 'text-embedding-4-small', created: 1_789_000_001, shutdown_date: null, reasons: false },
  { id: 'gpt-4o-mini-tts', created: 1_742_403_959, shutdown_date: '2027-01-06', reasons: false },
  { id: 'tts-1', created: 1_681_940_951, shutdown_date: '2027-01-06', reasons: false },
];

/** The model of a request, if it exists on that day. */
const livingModel = (id: string, now: Date) =>
  models.find(({ id: known, shutdown_date: end }) => known === id && (end ?? '9') > now.toISOString().slice(0, 10));

/** Answers below `/openai`. */
export async function openai(context: Context, call: Call): Promise<Reply> {
  const key = /^Bearer (.+)$/.exec(call.headers['authorization'] ?? '')?.[1] ?? '';
  if (!key.startsWith('sk-') || key.startsWith('sk-revoked'))
    return error(401, {
      message: `Incorrect API key provided: ${key.slice(0, 3)}***. You can find your API key at your account page.`,
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    });
  if (call.path === '/v1/models' && call.method === 'GET')
    return json(200, {
      object: 'list',
      data: models.map(({ reasons: _own, ...model }) => ({ ...model, object: 'model', owned_by: 'sandbox' })),
    });
  if (call.path === '/v1/audio/speech' && call.method === 'POST')
    return key.startsWith('sk-empty') ? noCredit() : speech(call);
  if (call.path !== '/v1/chat/completions' || call.method !== 'POST')
    return error(404, { message: 'Unknown request URL.', type: 'invalid_request_error', code: 'unknown_url' });
  if (key.startsWith('sk-empty')) return noCredit();
  const asked = parseJson(call.body.toString());
  const question = isJson(asked) ? questionOf(asked) : undefined;
  if (!isJson(asked) || question === undefined)
    return error(400, { message: 'Missing required parameter: messages.', type: 'invalid_request_error', code: null });
  const model = livingModel(text(asked['model']), context.now());
  if (model === undefined)
    return error(404, {
      message: `The model ${text(asked['model'])} does not exist or you do not have access to it.`,
      type: 'invalid_request_error',
      code: 'model_not_found',
    });
  const unsupported = model.reasons ? 'max_tokens' : 'reasoning_effort';
  if (asked[unsupported] !== undefined)
    return error(400, {
      message: `Unsupported parameter: '${unsupported}' is not supported with this model.`,
      type: 'invalid_request_error',
      code: 'unsupported_parameter',
    });
  if (model.reasons && Number(asked['max_completion_tokens'] ?? Infinity) < thoughtTokens)
    return emptied(asked, Number(asked['max_completion_tokens']));
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

/** What a reasoning model of the sandbox thinks before it writes. */
const thoughtTokens = 1500;

/** The answer of a reasoning model whose limit is used up before it writes: no text, and yet it costs. */
const emptied = (asked: Json, output: number): Reply =>
  json(200, {
    id: 'chatcmpl-thought',
    object: 'chat.completion',
    created: 1_780_000_000,
    model: text(asked['model']),
    choices: [{ index: 0, message: { role: 'assistant', content: '', refusal: null }, finish_reason: 'length' }],
    usage: { prompt_tokens: 100, completion_tokens: output, total_tokens: 100 + output },
  });

/** About four characters are a token; a picture at low detail is 2,833 of gpt-4o-mini's. */
function completion(asked: Json, question: Question): Reply {
  const isRefused = question.words.includes('sandbox-ai-refusal');
  const isEmpty = question.words.includes('sandbox-ai-empty');
  const content = isRefused ? null : isEmpty ? '' : answerFor(question);
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
