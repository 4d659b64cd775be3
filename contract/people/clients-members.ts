import { z } from 'zod';
import { memberLackOf, type PasswordLack } from '#rules/passwords.ts';
import { editedPassword } from './auth.ts';
import { call } from '../base/call.ts';
import { email, id, instant, line, listInput, noData, page } from '../base/fields.ts';
import { memberSorts } from '../base/list-options.ts';
import { messages } from '../messages.ts';
import { neededInFull, version } from '../base/versions.ts';

/** A member of the agency. */
export const teamMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  type: z.literal('team_member'),
  image: z.string().nullable(),
  thumbnail: z.string().nullable(),
  created: instant,
  version,
});
export type TeamMember = z.output<typeof teamMember>;

/** The faults that the password of an added account can have. */
export const memberLackMessages: Readonly<Record<PasswordLack, string>> = {
  length: messages.memberPasswordLength,
  upper: messages.memberPasswordUpper,
  lower: messages.memberPasswordLower,
  digit: messages.memberPasswordDigit,
  special: messages.memberPasswordSpecial,
};

const memberPassword = z
  .string()
  .max(200, 'Please use at most 200 characters')
  .check(({ value, issues }) => {
    const lack = memberLackOf(value);
    if (lack !== null) issues.push({ code: 'custom', message: memberLackMessages[lack], input: value });
  });

/** The agency's team, in pages. */
export const fetchTeamMembers = call('fetch-team-members', {
  who: 'manageMembers',
  shows: ['members'],
  input: z.object({ ...listInput, sort: z.enum(memberSorts).default('-created') }),
  data: page(teamMember),
});

/** Adds an account to the agency's team; with `send` its owner is mailed a link to set a password. */
export const createClient = call('create-client', {
  who: 'addMembers',
  changes: ['members', 'activity'],
  input: z.object({
    name: line('Account Name', 120),
    email,
    password: memberPassword,
    type: z.literal('team_member', 'Please choose an account type'),
    send: z.boolean().default(false),
  }),
  data: teamMember,
});

/**
 * Changes the name, and the password unless it is blank: of a team member by the owner, or of a client account by
 * itself. With `version` the name is saved only if it has changed. Answers the name as it now is.
 */
export const editClientAccount = call('edit-client-account', {
  who: 'ownProfile',
  changes: ['members', 'activity'],
  input: z
    .object({ id, name: line('Name', 120), password: editedPassword, version })
    .partial({ name: true, version: true })
    .check(neededInFull({ name: 'Name is required' })),
  data: z.object({ id: z.string(), name: z.string(), version }),
});

/** Mails a team member a link to set a password, valid for 72 hours. */
export const inviteTeamMember = call('invite-team-member', {
  who: 'addMembers',
  changes: ['activity'],
  input: z.object({ id }),
  data: noData,
});
