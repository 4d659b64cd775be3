/**
 * Amazon Polly. https://docs.aws.amazon.com/polly/latest/dg/API_Operations.html; the shapes from botocore's
 * data/polly/2016-06-10/service-2.json (2026-11). Not compared with a live answer.
 */
import { AwsClient } from 'aws4fetch';
import { z } from 'zod';
import { parseJson } from '../../outbound/answers.ts';
import { jsonBody } from '../../outbound/body.ts';
import type { BytesReply, Http } from '../../outbound/request.ts';
import { bytesOf, mostBytes, partsOf, patienceMs, speechOfParts, type Refusal } from './remote-speech.ts';
import type { NoSpeech, Speech, Voice, VoiceSource } from './voice.ts';

/** The settings of Polly. `baseUrl` has no trailing slash. */
export type PollyAccess = {
  http: Pick<Http, 'bytes'>;
  baseUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const name = 'Amazon Polly';
/** Polly accepts 3,000 billed characters at once. */
const mostCharacters = 2_900;
/** The higher of the two rates at which Polly returns raw samples. */
const rate = 16_000;
/** How long the list of voices is cached, ms. */
const keptMs = 24 * 3_600_000;
const mostPages = 20;

const page = z.object({
  Voices: z.array(
    z.object({
      Id: z.string(),
      Name: z.string(),
      Gender: z.enum(['Female', 'Male']),
      LanguageCode: z.string(),
      LanguageName: z.string(),
      SupportedEngines: z.array(z.string()).default([]),
      AdditionalLanguageCodes: z.array(z.string()).nullish(),
    }),
  ),
  NextToken: z.string().nullish(),
});
type PollyVoice = z.output<typeof page>['Voices'][number];

/** Neural voices cost less than the two engines that sound better, and some voices have no other engine. */
const engines = ['neural', 'generative', 'long-form', 'standard'];

/** Polly as a source of voices; ids are `polly:<voice>:<engine>:<language>`. */
export function pollyVoices(access: PollyAccess): VoiceSource {
  const aws = new AwsClient({
    accessKeyId: access.accessKeyId,
    secretAccessKey: access.secretAccessKey,
    region: access.region,
    service: 'polly',
    retries: 0,
  });
  const send = async (
    path: string,
    { body, signal }: { body?: object; signal?: AbortSignal | undefined },
  ): Promise<BytesReply> => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = body === undefined ? undefined : jsonBody(body);
    const url = `${access.baseUrl}${path}`;
    const signed = await aws.sign(url, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(sent?.kind === 'bytes' ? { body: sent.bytes.toString() } : {}),
    });
    const headers = Object.fromEntries([...signed.headers].filter(([header]) => header !== 'content-type'));
    return access.http.bytes(
      {
        method,
        url: new URL(signed.url),
        headers,
        ...(sent === undefined ? {} : { body: sent }),
        signal: signal ?? AbortSignal.timeout(patienceMs),
        timeoutMs: patienceMs,
        maxBytes: mostBytes,
      },
      { trust: 'configured' },
    );
  };
  let kept: { until: number; voices: readonly PollyVoice[] } | null = null;
  const voices = async (): Promise<readonly PollyVoice[]> => {
    if (kept !== null && kept.until > Date.now()) return kept.voices;
    const found = await allVoices(send);
    // A failed request is repeated soon, but not by every caller.
    kept = { until: Date.now() + (found === null ? 60_000 : keptMs), voices: found ?? kept?.voices ?? [] };
    return kept.voices;
  };
  return {
    languages: async () => {
      const named = new Map((await voices()).map((voice) => [voice.LanguageCode, voice.LanguageName]));
      return [...named].map(([code, language]) => ({ code, name: language }));
    },
    voices: async (language) =>
      (await voices())
        .filter(({ LanguageCode, AdditionalLanguageCodes }) =>
          [LanguageCode, ...(AdditionalLanguageCodes ?? [])].includes(language),
        )
        .map((voice) => presented(voice, language)),
    speak: async ({ text, voice, signal }) => {
      const [, id = '', engine = '', language = ''] = voice.split(':');
      const parts: Buffer[] = [];
      for (const part of partsOf(text, mostCharacters)) {
        const wish = { Text: part, TextType: 'text', VoiceId: id, Engine: engine, LanguageCode: language };
        const body = { ...wish, OutputFormat: 'pcm', SampleRate: String(rate) };
        const reply = bytesOf(await send('/v1/speech', { body, signal }), { name, refusedOf });
        if (reply.kind === 'not-spoken') return reply;
        parts.push(reply.bytes);
      }
      return speech(parts);
    },
  };
}

const speech = (parts: readonly Buffer[]): Speech | NoSpeech =>
  parts.length === 0 ? { kind: 'not-spoken', reason: 'there is nothing to say' } : speechOfParts(parts, rate);

function presented({ Id, Name, Gender, SupportedEngines }: PollyVoice, language: string): Voice {
  const engine = engines.find((each) => SupportedEngines.includes(each)) ?? SupportedEngines[0] ?? 'standard';
  return { id: `polly:${Id}:${engine}:${language}`, name: `${Name}, ${name} ${engine}`, gender: Gender };
}

/** Every voice of the region; null if Polly's answer is unusable. */
async function allVoices(send: (path: string, more: object) => Promise<BytesReply>): Promise<PollyVoice[] | null> {
  const found: PollyVoice[] = [];
  let next = '';
  for (let count = 0; count < mostPages; count++) {
    const query = next === '' ? '' : `&NextToken=${encodeURIComponent(next)}`;
    const reply = await send(`/v1/voices?IncludeAdditionalLanguageCodes=true${query}`, {});
    if (reply.kind !== 'answered' || reply.status !== 200) return null;
    const read = page.safeParse(parseJson(reply.bytes.toString('utf8')));
    if (!read.success) return null;
    for (const voice of read.data.Voices) found.push(voice);
    next = read.data.NextToken ?? '';
    if (next === '') break;
  }
  return found;
}

/** Polly also answers 400 for refusals that are not about the text. */
function refusedOf({ code }: Refusal): string | undefined {
  if (code === 'ThrottlingException') return `${name} takes no more texts for now. Please try again in a minute.`;
  if (code === 'TextLengthExceededException') return `the text is too long for ${name}.`;
  if (code === 'EngineNotSupportedException' || code === 'LanguageNotSupportedException')
    return `this voice does not speak the language at ${name}. Please choose another voice.`;
  return undefined;
}
