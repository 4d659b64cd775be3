import { z } from 'zod';
import { approvalEndings, approvalModes } from '#rules/approvals.ts';
import { lackOf } from '#rules/passwords.ts';
import { bulkOutcome, someIds } from '../base/bulk.ts';
import { call } from '../base/call.ts';
import { email, id, line, listInput, noData, nothing, page, text } from '../base/fields.ts';
import { clientSorts, clientStates } from '../base/list-options.ts';
import { messages } from '../messages.ts';
import { neededInFull, version } from '../base/versions.ts';

/** A client of the agency. */
export const client = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Dollars per `frequency`. */
  earning: z.number(),
  frequency: z.enum(['weekly', 'monthly', 'yearly']),
  company: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  thumbnail: z.string().nullable(),
  created: z.string(),
  version,
  accounts: z.number().int(),
  is_sample: z.boolean(),
  /** Since when it is paused; null if it is not. */
  paused_at: z.string().nullable(),
  /** Whether it must approve its posts before they are published, and how many posts wait for that now. */
  approval: z.enum(approvalModes),
  approval_waiting: z.number().int(),
  /** Whether it has a password; without one it cannot approve anything. */
  can_sign_in: z.boolean(),
});
export type Client = z.output<typeof client>;

const password = z.string().max(200, 'Please use at most 200 characters');
const clientPassword = password.refine((value) => lackOf(value) === null, messages.passwordRule);
const editedPassword = password
  .refine((value) => value === '' || lackOf(value) === null, messages.passwordRule)
  .default('');

/** Dollars as a number or its decimal string, at least 0, at most two decimals. */
const dollars = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Please enter an amount')
      .transform(Number),
  ])
  .pipe(z.number().min(0, 'Earning cannot be below 0').max(999_999_999, 'Please enter a smaller amount'));

const noFrequency = 'Please choose weekly, monthly or yearly';
const details = {
  name: line('Name', 120),
  earning: dollars,
  frequency: z.enum(['weekly', 'monthly', 'yearly'], noFrequency),
  company: text(200),
  description: text(2000),
  /**
   * If left out, it stays as it is ('none' for a new client). Only the owner changes it; the value from a client
   * account is ignored.
   */
  approval: z.enum(approvalModes).optional(),
};

/** The agency's clients, or the one with an id; a client account gets only itself. */
export const fetchAppClient = call('fetch-app-client', {
  who: 'viewClients',
  shows: ['clients', 'accounts', 'schedules', 'posts', 'approvals', 'pauses'],
  input: z.object({
    ...listInput,
    id: id.optional(),
    state: z.enum(clientStates).optional(),
    sort: z.enum(clientSorts).default('-created'),
  }),
  data: page(client),
});

/** A client account's own record. */
export const fetchClientAccount = call('fetch-client-account', {
  who: 'ownClientAccount',
  shows: ['clients'],
  input: nothing,
  data: client,
});

/** Adds a client. */
export const addAppClient = call('add-app-client', {
  who: 'manageClients',
  changes: ['clients', 'activity'],
  input: z.object({
    ...details,
    frequency: details.frequency.default('weekly'),
    company: details.company.default(''),
    description: details.description.default(''),
    email,
    password: clientPassword,
    send: z.boolean().default(false),
  }),
  data: z.array(client),
});

/**
 * Adds a client by name and email alone: without a password, earning nothing, and without a mail to it. Its other
 * details can be given later.
 */
export const addQuickClient = call('add-quick-client', {
  who: 'manageClients',
  changes: ['clients', 'activity'],
  input: z.object({ name: details.name, email }),
  data: z.object({ id: z.string(), name: z.string() }),
});

/**
 * With `version` only changed fields are sent. A blank password keeps the current one. A client account may edit
 * itself. `approval_covers`: posts that are already planned need approval as well. `approval_waiting`: what happens to
 * waiting posts when approval is turned off; required (422) if there are any.
 */
export const editAppClientAccount = call('edit-app-client-account', {
  who: 'ownProfile',
  changes: ['clients', 'schedules', 'posts', 'approvals', 'activity'],
  input: z
    .object({
      ...details,
      id,
      password: editedPassword,
      approval_covers: z.boolean().default(false),
      approval_waiting: z.enum(approvalEndings).optional(),
      version,
    })
    .partial({ name: true, earning: true, frequency: true, company: true, description: true, version: true })
    .check(neededInFull({ name: 'Name is required', earning: 'Earning is required', frequency: noFrequency })),
  data: client,
  confirms: 'second-factor',
  confirmsIf: ({ password }) => password !== '',
});

/** Deletes a client or, if the caller manages the team, a team member. */
export const deleteClient = call('delete-client', {
  who: 'deleteClients',
  changes: [
    'members',
    'clients',
    'accounts',
    'connect-links',
    'pronunciations',
    'schedules',
    'posts',
    'approvals',
    'pauses',
    'activity',
  ],
  input: z.object({ client_id: id }),
  data: noData,
  confirms: 'second-factor',
});

/** Deletes several clients, each as `delete-client` does, but no team members. */
export const deleteClients = call('delete-clients', {
  who: 'deleteClients',
  changes: [
    'clients',
    'accounts',
    'connect-links',
    'pronunciations',
    'schedules',
    'posts',
    'approvals',
    'pauses',
    'activity',
  ],
  input: z.object({ ids: someIds }),
  data: bulkOutcome,
});
