/** The settings of the AI that writes texts, and of voices in addition to the built-in ones. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Addresses } from './addresses.ts';

const text = z.string().trim().min(1).max(500).optional();
const dollars = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,6})?$/, 'must be dollars like 0.15')
  .transform((value) => Math.round(Number(value) * 1_000_000));
const absolutePath = z.string().refine(isAbsolute, 'must be an absolute path').optional();

/** Names in order of preference, separated by commas. */
const names = z
  .string()
  .max(500)
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );

/** The settings in the environment. */
export const voiceSettings = z.object({
  OPENAI_MODEL: names,
  OPENAI_INPUT_PRICE: dollars.default(150_000),
  OPENAI_OUTPUT_PRICE: dollars.default(600_000),
  OPENAI_SPEECH_KEY: text,
  OPENAI_SPEECH_MODEL: names,
  OPENAI_SPEECH_PRICE: dollars.default(15_000_000),
  POLLY_ACCESS_KEY_ID: text,
  POLLY_SECRET_ACCESS_KEY: text,
  POLLY_REGION: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must look like us-east-1')
    .default('us-east-1'),
  PIPER_PATH: absolutePath,
  PIPER_MODELS: absolutePath,
});
type Given = z.output<typeof voiceSettings>;

/**
 * The models that write, by preference (none: any of the address's list), and their prices in micro-dollars per million
 * tokens, unless an agency sets its own.
 */
export type AiSettings = { models: readonly string[]; inputPriceMicros: number; outputPriceMicros: number };

/**
 * Voices in addition to the built-in ones. `openAi.key` null: an agency's own key, if it has one; its price is
 * micro-dollars per million characters.
 */
export type VoiceSettings = {
  polly: { baseUrl: string; region: string; accessKeyId: string; secretAccessKey: string } | null;
  openAi: { key: string | null; models: readonly string[]; priceMicros: number };
  folder: { program: string; models: string } | null;
};

/** The settings of the AI that writes. */
export const aiOf = (set: Given): AiSettings => ({
  models: set.OPENAI_MODEL,
  inputPriceMicros: set.OPENAI_INPUT_PRICE,
  outputPriceMicros: set.OPENAI_OUTPUT_PRICE,
});

/** The settings of voices; one line for the operator if half of a pair is missing. */
export function voicesOf(set: Given, { pollyEndpoint }: Addresses): VoiceSettings | string {
  const { POLLY_ACCESS_KEY_ID: accessKeyId, POLLY_SECRET_ACCESS_KEY: secretAccessKey, POLLY_REGION: region } = set;
  const { PIPER_PATH: program, PIPER_MODELS: models } = set;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    return 'POLLY_ACCESS_KEY_ID and POLLY_SECRET_ACCESS_KEY must be set together';
  if ((program === undefined) !== (models === undefined)) return 'PIPER_PATH and PIPER_MODELS must be set together';
  const baseUrl = pollyEndpoint === '' ? `https://polly.${region}.amazonaws.com` : pollyEndpoint;
  return {
    polly:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : { baseUrl, region, accessKeyId, secretAccessKey },
    openAi: {
      key: set.OPENAI_SPEECH_KEY ?? null,
      models: set.OPENAI_SPEECH_MODEL,
      priceMicros: set.OPENAI_SPEECH_PRICE,
    },
    folder: program === undefined || models === undefined ? null : { program, models },
  };
}
