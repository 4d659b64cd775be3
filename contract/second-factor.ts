import { z } from 'zod';
import { call } from './call.ts';
import { instant, noData, nothing } from './fields.ts';
import { messages } from './messages.ts';

/** A six-digit code of the person's app, or a recovery code; how either is written is the server's to judge. */
export const factorCode = z.string().trim().max(60, 'Please use at most 60 characters');

/**
 * Confirms who is signed in, for the calls that want that (`confirms`): by the code where a second factor is on, else
 * by the password. Holds for ten minutes.
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

/** How a person's two-step log-in stands. */
export const fetchSecondFactor = call('fetch-second-factor', {
  who: 'ownProfile',
  shows: ['second-factor'],
  input: nothing,
  data: z.object({
    on: z.boolean(),
    /** Since when; null where it is off. */
    since: instant.nullable(),
    /** Recovery codes that were not used yet. */
    codes_left: z.number().int(),
  }),
});

/** Makes a new secret for an app, which replaces one whose first code never came. Nothing is on yet. */
export const startSecondFactor = call('start-second-factor', {
  who: 'ownProfile',
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

/** Recovery codes as they are shown, once: 'abcd-efgh-ijkl-mnop'. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** Turns two-step log-in on, with the first code of the app, and signs the person out everywhere else. */
export const turnOnSecondFactor = call('turn-on-second-factor', {
  who: 'ownProfile',
  changes: ['sessions', 'second-factor', 'activity'],
  input: z.object({ code: factorCode.pipe(z.string().min(1, messages.codeMissing)) }),
  data: recoveryCodes,
  confirms: true,
});

/** Makes ten recovery codes; those from before are worth nothing from then on. */
export const makeRecoveryCodes = call('make-recovery-codes', {
  who: 'ownProfile',
  changes: ['second-factor', 'activity'],
  input: nothing,
  data: recoveryCodes,
  confirms: true,
});

/** Turns two-step log-in off: the password is enough again. */
export const turnOffSecondFactor = call('turn-off-second-factor', {
  who: 'ownProfile',
  changes: ['second-factor', 'activity'],
  input: nothing,
  data: noData,
  confirms: true,
});
