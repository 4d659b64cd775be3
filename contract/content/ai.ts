/** The AI that writes with the agency's own key: its settings, its cost, and the texts that it writes. */
import { z } from 'zod';
import { aiTasks, aiTextsMost } from '#rules/ai.ts';
import { networkIds } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { id, instant, line, noData, nothing, text } from '../base/fields.ts';

/** The cost of a month in dollars, by the configured prices, so an estimate. `month` is 'YYYY-MM' in UTC. */
const aiMonth = z.object({
  month: z.string(),
  requests: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  cost: z.number(),
});
export type AiMonth = z.output<typeof aiMonth>;

/** Whether the AI is available, and how much of the month's limit (dollars) is used. */
export const fetchAi = call('fetch-ai', {
  who: 'manageStreams',
  shows: ['ai'],
  input: nothing,
  data: z.object({ ready: z.boolean(), month: aiMonth, limit: z.number() }),
});

/** The result of the last check of the key. */
export const aiLights = ['unknown', 'right', 'wrong'] as const;

/** Prices: dollars for a million tokens. The key itself is never answered. */
const aiSettings = z.object({
  last4: z.string(),
  /** Whether only keys that begin with sk are accepted, as OpenAI's do. */
  needs_sk: z.boolean(),
  /** The agency's own address and model; '' to use those of the installation, which are next to them. */
  address: z.string(),
  default_address: z.string(),
  model: z.string(),
  default_model: z.string(),
  input_price: z.number(),
  output_price: z.number(),
  limit: z.number(),
  /** Whether the sandbox replaces the AI. */
  is_sandbox: z.boolean(),
  light: z.object({ state: z.enum(aiLights), words: z.string(), checked: instant.nullable() }),
  /** This month first, at most twelve. */
  months: z.array(aiMonth),
});
export type AiSettings = z.output<typeof aiSettings>;

/** The state of the AI key, its limit and the monthly costs. */
export const fetchAiSettings = call('fetch-ai-settings', {
  who: 'myAccount',
  shows: ['ai'],
  input: nothing,
  data: aiSettings,
});

const dollars = (label: string, most: number) =>
  z.coerce
    .number(`${label} must be a number`)
    .min(0, `${label} cannot be below 0`)
    .max(most, `${label} can be at most ${most}`);

/**
 * Saves the settings and checks the key. A blank key keeps the stored one. A changed address needs the key again: a key
 * is sent only to the address for which it was entered.
 */
export const saveAiSettings = call('save-ai-settings', {
  who: 'secureAccount',
  changes: ['ai', 'white-label', 'activity'],
  input: z.object({
    key: text(300).default(''),
    address: text(300)
      .default('')
      .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
      .refine(
        (value) => value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
        'Please enter an address that begins with https://',
      ),
    model: text(100).default(''),
    input_price: dollars('The price', 10_000),
    output_price: dollars('The price', 10_000),
    limit: dollars('The limit', 100_000),
  }),
  data: aiSettings,
});

/** Checks whether the AI's address accepts the key; costs nothing. */
export const verifyAiKey = call('verify-ai-key', {
  who: 'secureAccount',
  changes: ['ai'],
  input: nothing,
  data: aiSettings,
});

/** Deletes the key, for the white label too. */
export const removeAiKey = call('remove-ai-key', {
  who: 'secureAccount',
  changes: ['ai', 'white-label', 'activity'],
  input: nothing,
  data: noData,
});

/** The generated texts; they are stored only when a person saves them. `cost` is in dollars, an estimate. */
const written = z.object({
  texts: z.array(z.object({ title: z.string(), text: z.string(), is_cut: z.boolean() })),
  cost: z.number(),
});
export type Written = z.output<typeof written>;

/**
 * Writes about the picture of an item, or rewrites a person's text: a caption, one within a network's limit, hashtags,
 * or a description for people who cannot see the picture. Saves nothing.
 */
export const writeWithAi = call('write-with-ai', {
  who: 'manageStreams',
  changes: ['ai'],
  input: z.object({
    task: z.enum(aiTasks, 'Please choose what to write'),
    item_id: id.optional(),
    text: text(20_000).default(''),
    wish: text(1000).default(''),
    network: z.enum(networkIds).optional(),
  }),
  data: written,
});

/** Writes the texts of a stream from a brief. Saves nothing. */
export const writeTextsWithAi = call('write-texts-with-ai', {
  who: 'manageStreams',
  changes: ['ai'],
  input: z.object({
    brief: line('Brief', 4000),
    count: z.coerce
      .number('Please choose how many')
      .int()
      .min(1, 'At least one')
      .max(aiTextsMost, `At most ${aiTextsMost}`),
    network: z.enum(networkIds).optional(),
  }),
  data: written,
});
