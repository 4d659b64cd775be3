/**
 * The keys of presses. Every call that changes something carries one, so that the server gives a repeated request the
 * first answer instead of a second effect: Chromium itself sends a POST again on a reused connection that closed.
 */
import { changesOf } from '#contract/base/effects.ts';
import type { Name } from '#contract/index.ts';

/** The keys of calls whose answer was lost, by name and input; the oldest first. */
const unanswered = new Map<string, string>();
const mostUnanswered = 20;

/** The key of one press, and what became of its call. */
export type PressKey = { key: string; settle: (isAnswered: boolean) => void };

/**
 * The key for a call; null for one that only shows something. A call whose answer was lost is the same press when it is
 * made again with the same input.
 */
export function pressKeyOf(name: Name, input: object, file: File | undefined): PressKey | null {
  if (!(name in changesOf)) return null;
  const of = JSON.stringify([name, input, file && [file.name, file.size, file.lastModified]]);
  const key = unanswered.get(of) ?? newKey();
  return {
    key,
    settle: (isAnswered) => {
      unanswered.delete(of);
      if (isAnswered) return;
      unanswered.set(of, key);
      const [oldest] = unanswered.keys();
      if (unanswered.size > mostUnanswered && oldest !== undefined) unanswered.delete(oldest);
    },
  };
}

// Not by `randomUUID`, which a page without https lacks.
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
