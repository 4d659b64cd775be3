/**
 * Simulates OpenAI's speech API, by the documentation at
 * https://platform.openai.com/docs/api-reference/audio/createSpeech (2026-11).
 */
import { json, raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { isJson, parseJson, text } from '../json.ts';
import { toneFor } from '../voice-tone.ts';

const error = (status: number, message: string, code: string | null, headers: Record<string, string> = {}): Reply =>
  json(status, { error: { message, type: 'invalid_request_error', param: null, code } }, headers);

const models = ['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd'];
const speakers = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar'];

/** The faults that these words in a text cause. */
const faults: Readonly<Record<string, () => Reply>> = {
  'sandbox-voice-429': () => error(429, 'Rate limit reached.', 'rate_limit_exceeded', { 'retry-after': '20' }),
  'sandbox-voice-quota': () => error(429, 'You exceeded your current quota.', 'insufficient_quota'),
  'sandbox-voice-500': () => error(500, 'The server had an error.', null),
};

/** Answers `POST /v1/audio/speech`: bare samples at 24,000 Hz. */
export function speech(call: Call): Reply {
  const asked = parseJson(call.body.toString());
  const wish = isJson(asked) ? asked : {};
  const [input, model, voice] = [text(wish['input']), text(wish['model']), text(wish['voice'])];
  if (!models.includes(model)) return error(404, 'The model does not exist.', 'model_not_found');
  if (input === '' || !speakers.includes(voice)) return error(400, 'Invalid request.', null);
  if (input.length > 4_096) return error(400, 'String should have at most 4096 characters', 'string_too_long');
  if (text(wish['response_format']) !== 'pcm') return error(400, 'The sandbox speaks pcm only.', null);
  const fault = Object.entries(faults).find(([sentinel]) => input.includes(sentinel));
  return fault === undefined ? raw(200, { type: 'audio/pcm', body: toneFor(input, 24_000) }) : fault[1]();
}
