import { messages } from '#contract/messages.ts';

/** The contract's rule for a new password: every condition with its own message, in the order of checking. */
const conditions: readonly [test: RegExp, message: string][] = [
  [/^[\s\S]{8,}$/u, messages.passwordLength],
  [/\p{Lu}/u, messages.passwordUpper],
  [/\p{Ll}/u, messages.passwordLower],
  [/\d/, messages.passwordDigit],
  [/[!@#$%^&*]/, messages.passwordSpecial],
];

/** The rule for a new password in one sentence, including the characters that count as special. */
export const passwordHint =
  'At least 8 characters with an uppercase and a lowercase letter, a number and a special character (! @ # $ % ^ & *).';

/** The first problem of a new password; '' for a good one. */
export const passwordProblem = (password: string): string =>
  conditions.find(([test]) => !test.test(password))?.[1] ?? '';

/** The client form's single message for any failed condition; '' for a good password. */
export const clientPasswordProblem = (password: string): string =>
  passwordProblem(password) === '' ? '' : messages.passwordRule;

/** The conditions of the form that adds an account, in its order and wording. */
const memberConditions: readonly [test: RegExp, message: string][] = [
  [/^[\s\S]{8,}$/u, messages.memberPasswordLength],
  [/\d/, messages.memberPasswordDigit],
  [/[!@#$%^&*]/, messages.memberPasswordSpecial],
  [/\p{Lu}/u, messages.memberPasswordUpper],
  [/\p{Ll}/u, messages.memberPasswordLower],
];

/** The first problem of the password of an account to be added; '' for a good one. */
export const memberPasswordProblem = (password: string): string =>
  memberConditions.find(([test]) => !test.test(password))?.[1] ?? '';
