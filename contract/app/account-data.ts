/** All data of an agency: downloading it, stopping its processing, deleting it. */
import { z } from 'zod';
import { deletionSteps, exportStates, exportSteps } from '#rules/account-data.ts';
import { networkIds } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { id, instant, noData, nothing } from '../base/fields.ts';

/** A download of everything. `step` and `percent` are its progress; `message` says why it failed, for the person. */
const dataExport = z.object({
  id: z.string(),
  state: z.enum(exportStates),
  step: z.enum(exportSteps).nullable(),
  percent: z.number().int(),
  message: z.string(),
  /** The size of the whole file, once it exists. */
  size_bytes: z.number().nullable(),
  /** The pictures and videos in it, and those whose bytes are no longer in our storage. */
  files: z.number().int(),
  missing: z.number().int(),
  created: instant,
  finished: instant.nullable(),
  expires: instant.nullable(),
});
export type DataExport = z.output<typeof dataExport>;

/** The latest download, and since when and by whom processing is stopped ('' for somebody who has left). */
export const fetchAccountData = call('fetch-account-data', {
  who: 'accountData',
  shows: ['pauses', 'account-data'],
  input: nothing,
  data: z.object({
    export: dataExport.nullable(),
    stopped: z.object({ at: instant, by: z.string(), piled_up: z.number().int() }).nullable(),
  }),
});
export type AccountData = z.output<typeof fetchAccountData.data>;

/** Starts preparing a download of everything; an agency has one at a time. */
export const downloadUserData = call('download-user-data', {
  who: 'accountData',
  changes: ['account-data', 'activity'],
  confirms: true,
  input: nothing,
  data: dataExport,
});

/** Cancels a download that is being prepared. */
export const cancelDataExport = call('cancel-data-export', {
  who: 'accountData',
  changes: ['account-data', 'activity'],
  input: z.object({ id }),
  data: noData,
});

/** An address under which this session's person can fetch the finished file for ten minutes. */
export const downloadDataExport = call('download-data-export', {
  who: 'accountData',
  changes: ['account-data', 'activity'],
  confirms: true,
  input: z.object({ id }),
  data: z.object({ url: z.string() }),
});

/** Pauses everything and stops reading from networks until the owner resumes ('resume-publishing' of everything). */
export const disableAccount = call('disable-account', {
  who: 'accountData',
  changes: ['posts', 'pauses', 'account-data', 'activity'],
  input: nothing,
  data: noData,
});

/** What deleting everything would delete, and what the person has to type. */
export const previewDeletion = call('preview-deletion', {
  who: 'accountData',
  shows: [
    'library',
    'person',
    'agency',
    'members',
    'resellers',
    'clients',
    'accounts',
    'streams',
    'schedules',
    'posts',
  ],
  input: nothing,
  data: z.object({
    agency_name: z.string(),
    email: z.string(),
    counts: z.object({
      clients: z.number().int(),
      members: z.number().int(),
      accounts: z.number().int(),
      streams: z.number().int(),
      files: z.number().int(),
      file_bytes: z.number(),
      schedules: z.number().int(),
      planned: z.number().int(),
      posted: z.number().int(),
    }),
    /** Networks at which deleting revokes our access, and those at which only the person can. */
    revocable: z.array(z.enum(networkIds)),
    by_person: z.array(z.enum(networkIds)),
    /**
     * Agencies that are kept because they belong to others: the first ten of the resellers that this one created, and
     * how many there are.
     */
    resellers: z.object({ names: z.array(z.string()), total: z.number().int() }),
  }),
});
export type DeletionPreview = z.output<typeof previewDeletion.data>;

/**
 * Permanently deletes everything of the agency. `confirmation` is the agency's name or the owner's email; `token`
 * identifies the deletion.
 */
export const deleteAccount = call('delete-account', {
  who: 'accountData',
  changes: [],
  confirms: true,
  input: z.object({ confirmation: z.string().max(300, 'Please type exactly what is asked for') }),
  data: z.object({ token: z.string() }),
});

/** The progress of a deletion, for everybody who holds its token; by then nobody is signed in. */
export const fetchDeletion = call('fetch-deletion', {
  who: 'anyone',
  shows: [],
  input: z.object({ token: z.string().min(1).max(200) }),
  data: z.object({
    step: z.enum(deletionSteps),
    percent: z.number().int(),
    /** Accounts whose networks revoked our access on request, and those that did not or cannot. */
    revoked: z.number().int(),
    unrevoked: z.number().int(),
    /** True if the final mail could not be sent. */
    mail_failed: z.boolean(),
  }),
});
