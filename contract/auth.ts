import { z } from 'zod';
import { call } from './call.ts';
import { email, noData, nothing, text } from './fields.ts';
import { messages } from './messages.ts';

/** The signed-in person as the browser knows it. Source: specification 1, §3 (User). */
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
  agency_name: z.string(),
  /** True while an operator is signed in on this person's behalf. */
  impersonated: z.boolean(),
  /** True where the agency still holds the sample data. */
  has_sample: z.boolean(),
});
export type User = z.output<typeof user>;

const session = z.object({ token: z.string(), user });

/** Five messages in the order the specification checks a new password in. Source: specification 1, §5. */
export const newPassword = z
  .string()
  .max(200, 'Please use at most 200 characters')
  .refine((value) => value.length >= 8, { error: messages.passwordLength, abort: true })
  .refine((value) => /\p{Lu}/u.test(value), { error: messages.passwordUpper, abort: true })
  .refine((value) => /\p{Ll}/u.test(value), { error: messages.passwordLower, abort: true })
  .refine((value) => /\d/.test(value), { error: messages.passwordDigit, abort: true })
  .refine((value) => /[!@#$%^&*]/.test(value), { error: messages.passwordSpecial, abort: true });

export const login = call('login', {
  who: 'anyone',
  input: z.object({ email, password: text(200).pipe(z.string().min(1, 'Password is required')) }),
  data: session,
});

export const logout = call('logout', { who: 'signedIn', input: nothing, data: noData });

export const fetchUser = call('fetch-user', { who: 'signedIn', input: nothing, data: user });

export const forgotPassword = call('forgot-password', { who: 'anyone', input: z.object({ email }), data: noData });

export const resetPassword = call('reset-password', {
  who: 'anyone',
  input: z
    .object({ password: newPassword, confirm_password: z.string().max(200), password_token: z.string().min(1).max(200) })
    .refine((input) => input.password === input.confirm_password, { error: messages.passwordsDiffer, path: ['confirm_password'] }),
  data: noData,
});

export const masterLogin = call('master-login', {
  who: 'anyone',
  input: z.object({ email, token: z.string().min(1).max(200) }),
  data: session,
});
