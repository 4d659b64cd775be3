import { z } from 'zod';
import { call } from '../base/call.ts';
import { instant, noData, nothing } from '../base/fields.ts';
import { messages } from '../messages.ts';

/** A six-digit code of the person's app, or a recovery code; the server checks their form. */
export const factorCode = z.string().trim().max(60, 'Please use at most 60 characters');

/**
 * Confirms the person's identity for calls that require it (`confirms`): by a code if a second factor is on, otherwise
 * by the password. Valid for ten minutes.
 */
export const confirmIdentity = call('confirm-identity', {
  who: 'signedIn',
  changes: ['activity'],
  input: z
    .object({
      password: z.string().max(200, 'Please use at most 200 characters').optional(),
      code: factorCode.optional(),
    })
    .refine(({ password, code }) => password !== undefined || code !== undefined, { error: messages.confirmFirst }),
  data: noData,
});

/** The state of a person's two-step log-in. */
export const fetchSecondFactor = call('fetch-second-factor', {
  who: 'ownProfile',
  shows: ['second-factor'],
  input: nothing,
  data: z.object({
    on: z.boolean(),
    /** Since when it is on; null if it is off. */
    since: instant.nullable(),
    /** The number of unused recovery codes. */
    codes_left: z.number().int(),
  }),
});

/** Creates a secret for an app, replacing one that was never confirmed. Two-step log-in is not on yet. */
export const startSecondFactor = call('start-second-factor', {
  who: 'secondFactor',
  changes: ['second-factor'],
  input: nothing,
  data: z.object({
    /** For typing, in base32. */
    key: z.string(),
    /** For a QR code: `otpauth://totp/…`. */
    uri: z.string(),
  }),
  confirms: true,
});

/** Recovery codes as they are shown, only once: 'abcd-efgh-ijkl-mnop'. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** Turns two-step log-in on, with the first code of the app, and signs the person out everywhere else. */
export const turnOnSecondFactor = call('turn-on-second-factor', {
  who: 'secondFactor',
  changes: ['sessions', 'second-factor', 'activity'],
  input: z.object({ code: factorCode.pipe(z.string().min(1, messages.codeMissing)) }),
  data: recoveryCodes,
  confirms: true,
});

/** Creates ten recovery codes, which replace the previous ones. */
export const makeRecoveryCodes = call('make-recovery-codes', {
  who: 'secondFactor',
  changes: ['second-factor', 'activity'],
  input: nothing,
  data: recoveryCodes,
  confirms: true,
});

/** Turns two-step log-in off; the password alone is enough again. */
export const turnOffSecondFactor = call('turn-off-second-factor', {
  who: 'secondFactor',
  changes: ['second-factor', 'activity'],
  input: nothing,
  data: noData,
  confirms: true,
});
