import { z } from 'zod';
import { lackOf, type PasswordLack } from '#rules/passwords.ts';
import { brand } from '../base/brand.ts';
import { call } from '../base/call.ts';
import { email, instant, noData, nothing, text } from '../base/fields.ts';
import { messages } from '../messages.ts';
import { factorCode } from './auth-second-factor.ts';
import { version } from '../base/versions.ts';

/** The signed-in person as the browser knows it. */
export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  thumbnail: z.string().nullable(),
  created: z.string(),
  /** Dollars. */
  earning: z.number(),
  frequency: z.enum(['weekly', 'monthly', 'yearly']),
  company: z.string(),
  description: z.string(),
  /** '0' owner or member, '1' client. */
  client: z.enum(['0', '1']),
  is_client_account: z.boolean(),
  /** True for a team member. */
  is_virtual_account: z.boolean(),
  is_reseller_account: z.boolean(),
  isWL: z.union([z.literal(0), z.literal(1)]),
  membership: z.string(),
  /** The version of the fields that people edit in their own profile: the name. */
  version,
  agency_name: z.string(),
  /** True while an operator is signed in on this person's behalf. */
  impersonated: z.boolean(),
  /** True if the agency still holds the sample data. */
  has_sample: z.boolean(),
  /** Whether publishing is suspended because the agency (`unpaid`) or its seller (`seller`) has not paid. */
  suspended: z.enum(['no', 'unpaid', 'seller']),
  /** The brand that this person sees; null for the product's own. */
  brand: brand.nullable(),
});
export type User = z.output<typeof user>;

const session = z.object({ token: z.string(), user });

/** The faults a password can have, in the order of the checks. */
const lackMessages: Readonly<Record<PasswordLack, string>> = {
  length: messages.passwordLength,
  upper: messages.passwordUpper,
  lower: messages.passwordLower,
  digit: messages.passwordDigit,
  special: messages.passwordSpecial,
};

const chosen = (mayBeBlank: 'blank keeps the old one' | 'never blank') =>
  z
    .string()
    .max(200, 'Please use at most 200 characters')
    .check(({ value, issues }) => {
      const lack = value === '' && mayBeBlank === 'blank keeps the old one' ? null : lackOf(value);
      if (lack !== null) issues.push({ code: 'custom', message: lackMessages[lack], input: value });
    });

/** A password that is being chosen, with one message for its first fault. */
export const newPassword = chosen('never blank');

/** A password in a form that edits an account: '' keeps the current one. */
export const editedPassword = chosen('blank keeps the old one').default('');

/**
 * The ticket that a correct password gives if two-step log-in is on: valid for `login-code` alone, until it expires.
 */
const codeWanted = z.object({ ticket: z.string(), expires: instant });

/** Answers a session, or a ticket if a code is required too. */
export const login = call('login', {
  who: 'anyone',
  changes: ['person', 'sessions', 'activity'],
  input: z.object({ email, password: text(200).pipe(z.string().min(1, 'Password is required')) }),
  data: z.union([session, codeWanted]),
});

/** The second step of a log-in: the ticket of the first one with a code of the person's app, or a recovery code. */
export const loginCode = call('login-code', {
  who: 'anyone',
  changes: ['person', 'sessions', 'second-factor', 'activity'],
  input: z.object({
    ticket: z.string().min(1).max(200),
    code: factorCode.pipe(z.string().min(1, messages.codeMissing)),
  }),
  data: session,
});

/** Ends the session. It lists no nouns: the person signs out and sees no more answers. */
export const logout = call('logout', {
  who: 'signedIn',
  changes: [],
  input: nothing,
  data: noData,
});

/** The signed-in person. */
export const fetchUser = call('fetch-user', { who: 'signedIn', shows: ['person'], input: nothing, data: user });

/** Mails a link to choose another password. The answer is the same whether or not the email has an account. */
export const forgotPassword = call('forgot-password', {
  who: 'anyone',
  changes: [],
  input: z.object({ email }),
  data: noData,
});

/** Sets a new password by the mailed link and ends all sessions of the person. */
export const resetPassword = call('reset-password', {
  who: 'anyone',
  changes: ['person', 'sessions', 'activity'],
  input: z
    .object({
      password: newPassword,
      confirm_password: z.string().max(200),
      password_token: z.string().min(1).max(200),
      /** The email to sign in with, for a person whose current one belongs to another account (a 422 says so). */
      email: email.optional(),
    })
    .refine((input) => input.password === input.confirm_password, {
      error: messages.passwordsDiffer,
      path: ['confirm_password'],
    }),
  data: noData,
});

/** Opens a session by an operator's single-use link. */
export const masterLogin = call('master-login', {
  who: 'anyone',
  changes: ['person', 'sessions', 'activity'],
  input: z.object({ email, token: z.string().min(1).max(200) }),
  data: session,
});
