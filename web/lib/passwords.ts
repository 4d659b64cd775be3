import { messages } from '#contract/messages.ts';

/**
 * The rule for a new password as the contract has it: every condition with its own message, in the order they are
 * checked.
 */
const conditions: readonly [test: RegExp, message: string][] = [
  [/^[\s\S]{8,}$/u, messages.passwordLength],
  [/\p{Lu}/u, messages.passwordUpper],
  [/\p{Ll}/u, messages.passwordLower],
  [/\d/, messages.passwordDigit],
  [/[!@#$%^&*]/, messages.passwordSpecial],
];

/** The rule for a new password in one sentence, with the characters that count as special. */
export const passwordHint =
  'At least 8 characters with an uppercase and a lowercase letter, a number and a special character (! @ # $ % ^ & *).';

/** What is wrong with a new password, the first thing only; '' for a good one. */
export const passwordProblem = (password: string): string =>
  conditions.find(([test]) => !test.test(password))?.[1] ?? '';

/** The one message of the client form for any of the conditions; '' for a good password. */
export const clientPasswordProblem = (password: string): string =>
  passwordProblem(password) === '' ? '' : messages.passwordRule;

/** The conditions of the form that adds an account, in its order and its words. */
const memberConditions: readonly [test: RegExp, message: string][] = [
  [/^[\s\S]{8,}$/u, messages.memberPasswordLength],
  [/\d/, messages.memberPasswordDigit],
  [/[!@#$%^&*]/, messages.memberPasswordSpecial],
  [/\p{Lu}/u, messages.memberPasswordUpper],
  [/\p{Ll}/u, messages.memberPasswordLower],
];

/** What is wrong with the password of an account to be added, the first thing only; '' for a good one. */
export const memberPasswordProblem = (password: string): string =>
  memberConditions.find(([test]) => !test.test(password))?.[1] ?? '';
