/** Texts that the AI may write, their cost, and the clean-up of its answer. */
import { withoutHidden, withoutTags } from './tags.ts';

/** The texts that can be written about one item. */
export const aiTasks = ['caption', 'rewrite', 'hashtags', 'alt'] as const;
export type AiTask = (typeof aiTasks)[number];

/** The most texts of a stream that are written at a time. */
export const aiTextsMost = 20;

/** The maximum length of an alternative text, characters. */
export const altTextMost = 1000;

/** Prices of a model in micro-dollars for a million tokens. */
export type AiPrices = { inputMicros: number; outputMicros: number };
/** Tokens sent to a model and written by it. */
export type AiTokens = { input: number; output: number };

/** Tokens that a model may use to think before it writes; they are paid like written ones. */
export const reasoningTokens = 2000;

/** The cost of tokens, in whole micro-dollars, rounded up. */
export const costOf = ({ input, output }: AiTokens, { inputMicros, outputMicros }: AiPrices): number =>
  Math.ceil((input * inputMicros + output * outputMicros) / 1_000_000);

/**
 * The most tokens that one picture counts for at low detail: 2,833 with gpt-4o-mini, fewer with every other model of
 * OpenAI's price list. https://platform.openai.com/docs/guides/images-vision, 2026-11.
 */
export const pictureTokens = 3000;

// Control characters except line breaks and tabs, and characters that change the direction of the surrounding text.
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** An answer as plain text: without tags, control characters and changes of direction, at most `most` characters. */
export function plainAnswer(answer: string, most: number): string {
  const plain = withoutTags(withoutHidden(answer.replaceAll('\r\n', '\n')))
    .replace(invisible, '')
    .trim();
  return Array.from(plain).slice(0, most).join('');
}
