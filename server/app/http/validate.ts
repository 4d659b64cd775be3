import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { Refusal } from './refusal.ts';

/** 'user_client_id' -> 'User client id': the name of a field without a message of its own. */
function labelOf(path: readonly PropertyKey[] | undefined): string {
  const name = (path ?? []).findLast((part) => typeof part === 'string' && part !== '') ?? 'this';
  const words = String(name).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Messages for faults without one in the contract's schema, whose own messages come first. */
function inPlainWords(issue: z.core.$ZodRawIssue): string {
  const label = labelOf(issue.path);
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${label} is required`;
  if (issue.code === 'too_small') return `${label} is too short or too small`;
  if (issue.code === 'too_big') return `${label} is too long or too large`;
  return `${label} is not valid`;
}

/**
 * The input parsed by the contract. Throws a 422 with the first message of every field, and the very first one as its
 * own.
 */
export function validated(schema: z.ZodType, given: unknown): unknown {
  const parsed = schema.safeParse(given, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.map(String).join('.');
    if (field !== '') errors[field] ??= message;
  }
  const first = Object.values(errors)[0];
  throw first === undefined ? new Refusal(422, messages.badRequest) : new Refusal(422, first, errors);
}
