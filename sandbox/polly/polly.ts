/**
 * Simulates Amazon Polly, by the documentation at https://docs.aws.amazon.com/polly/latest/dg/API_Operations.html
 * (2026-11); not compared with a live answer. Signed requests only: the key id `AKIASANDBOX` has the secret
 * `sandbox-polly-secret`, `AKIAREVOKED…` is unknown, every other id is accepted with any secret.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import { json, raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { isJson, parseJson, text } from '../json.ts';
import { toneFor } from '../voice-tone.ts';
import voices from './voices.json' with { type: 'json' };

const error = (status: number, type: string, message: string): Reply =>
  json(status, { message }, { 'x-amzn-errortype': type });

/** The faults that these words in a text cause. */
const faults: Readonly<Record<string, () => Reply>> = {
  'sandbox-voice-429': () => error(400, 'ThrottlingException', 'Rate exceeded'),
  'sandbox-voice-500': () => error(500, 'ServiceFailureException', 'An unknown condition has caused a failure.'),
  'sandbox-voice-empty': () => raw(200, { type: 'audio/pcm', body: '' }),
};

const pageSize = 5;

/** Answers below `/polly`. */
export function polly(_context: Context, call: Call): Reply {
  const refused = refusalOf(call);
  if (refused !== null) return refused;
  if (call.method === 'GET' && call.path === '/v1/voices') {
    const from = Number(call.query.get('NextToken') ?? '0');
    const found = voices.filter(
      ({ LanguageCode }) => (call.query.get('LanguageCode') ?? LanguageCode) === LanguageCode,
    );
    const next = from + pageSize < found.length ? { NextToken: String(from + pageSize) } : {};
    return json(200, { Voices: found.slice(from, from + pageSize), ...next });
  }
  if (call.method === 'POST' && call.path === '/v1/speech') return speech(call);
  return error(404, 'UnknownOperationException', '');
}

function speech(call: Call): Reply {
  const asked = parseJson(call.body.toString());
  const wish = isJson(asked) ? asked : {};
  const [words, engine, language] = [text(wish['Text']), text(wish['Engine']), text(wish['LanguageCode'])];
  const voice = voices.find(({ Id }) => Id === text(wish['VoiceId']));
  if (words === '' || voice === undefined) return error(400, 'ValidationException', 'Invalid request');
  if (words.length > 3_000) return error(400, 'TextLengthExceededException', 'Maximum text length has been exceeded');
  if (!voice.SupportedEngines.includes(engine))
    return error(400, 'EngineNotSupportedException', 'This voice does not support the selected engine');
  if (![voice.LanguageCode, ...(voice.AdditionalLanguageCodes ?? [])].includes(language))
    return error(400, 'LanguageNotSupportedException', 'This voice does not support the language');
  const rate = Number(text(wish['SampleRate']));
  if (text(wish['OutputFormat']) !== 'pcm' || ![8_000, 16_000].includes(rate))
    return error(400, 'InvalidSampleRateException', 'The specified sample rate is not valid');
  const fault = Object.entries(faults).find(([sentinel]) => words.includes(sentinel));
  if (fault !== undefined) return fault[1]();
  return raw(200, {
    type: 'audio/pcm',
    body: toneFor(words, rate),
    headers: { 'x-amzn-requestcharacters': String(words.length) },
  });
}

const header = new RegExp(
  [
    String.raw`^AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8}/[a-z0-9-]+/polly/aws4_request)`,
    'SignedHeaders=([a-z0-9;-]+)',
    'Signature=([0-9a-f]{64})$',
  ].join(', ?'),
);

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html, 2026-11. */
function refusalOf(call: Call): Reply | null {
  const found = header.exec(call.headers['authorization'] ?? '');
  if (found === null) return error(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  const [, id = '', scope = '', signed = '', signature = ''] = found;
  if (id.startsWith('AKIAREVOKED'))
    return error(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.');
  if (id !== 'AKIASANDBOX') return null;
  const query = [...call.query]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const headers = signed.split(';').map((name) => `${name}:${(call.headers[name] ?? '').trim()}\n`);
  const body = createHash('sha256').update(call.body).digest('hex');
  const request = [call.method, `/polly${call.path}`, query, headers.join(''), signed, body].join('\n');
  const signedText = ['AWS4-HMAC-SHA256', call.headers['x-amz-date'] ?? '', scope, hashed(request)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>((last, part) => hmac(last, part), 'AWS4sandbox-polly-secret');
  return hmac(key, signedText).toString('hex') === signature
    ? null
    : error(403, 'InvalidSignatureException', 'The request signature we calculated does not match.');
}

const hashed = (value: string): string => createHash('sha256').update(value).digest('hex');
const hmac = (key: Buffer | string, value: string): Buffer => createHmac('sha256', key).update(value).digest();
