import { z } from 'zod';
import { plans } from '#rules/plans.ts';
import { editedPassword } from '../people/auth.ts';
import { call } from '../base/call.ts';
import { email, id, instant, line, listInput, noData, page } from '../base/fields.ts';
import { neededInFull, version } from '../base/versions.ts';

/** A reseller account: the owner of an agency of its own, as seen by the agency that created it. */
export const resellerAccount = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Plan names joined by '__'. */
  membership: z.string(),
  created: instant,
  version,
});
export type ResellerAccount = z.output<typeof resellerAccount>;

/** The reseller accounts this agency has created, newest first. */
export const fetchResellerAccounts = call('fetch-reseller-accounts', {
  who: 'manageResellers',
  shows: ['resellers'],
  input: z.object(listInput),
  data: page(resellerAccount),
});

/**
 * Creates a reseller account, or with an id edits one: the email then stays, and a blank password keeps the current
 * one. `plans` are some of the creator's own; if left out, a new account gets all of them and an existing one keeps its
 * own. With `version` an unchanged name is left out too.
 */
export const reseller = call('reseller', {
  who: 'changeResellers',
  changes: ['resellers', 'activity'],
  input: z
    .object({
      id: id.optional(),
      name: line('Name', 120).optional(),
      email: email.optional(),
      password: editedPassword,
      plans: z
        .array(z.enum(plans, 'Please choose a plan from the list'))
        .max(plans.length, 'Please choose each plan once')
        .optional(),
      send: z.boolean().default(false),
      version: version.optional(),
    })
    .check(neededInFull({ name: 'Name is required' }, { creates: true }))
    .superRefine((input, { addIssue }) => {
      if (input.id !== undefined) return;
      if (input.email === undefined) addIssue({ code: 'custom', path: ['email'], message: 'Email is required' });
      if (input.password === '') addIssue({ code: 'custom', path: ['password'], message: 'Password is required' });
    }),
  data: resellerAccount,
});

/** Closes a reseller account: its people are signed out at once and its agency publishes nothing more. */
export const deleteResellerAccounts = call('delete-reseller-accounts', {
  who: 'changeResellers',
  changes: ['resellers', 'activity'],
  input: z.object({ id }),
  data: noData,
  confirms: true,
});

/** Mails a reseller a link to set a password, valid for 72 hours. */
export const inviteReseller = call('invite-reseller', {
  who: 'changeResellers',
  changes: ['activity'],
  input: z.object({ id }),
  data: noData,
});
