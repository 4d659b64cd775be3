import { z } from 'zod';
import { call } from './call.ts';
import { noData } from './fields.ts';

/** A six-digit code of the person's app, or a recovery code; how either is written is the server's to judge. */
export const factorCode = z.string().trim().max(60, 'Please use at most 60 characters');

/**
 * Confirms who is signed in, for the calls that want that (`confirms`): by the code where a second factor is on, else by the
 * password. Holds for ten minutes.
 */
export const confirmIdentity = call('confirm-identity', {
  who: 'signedIn',
  input: z.object({ password: z.string().max(200, 'Please use at most 200 characters').optional(), code: factorCode.optional() }),
  data: noData,
});
