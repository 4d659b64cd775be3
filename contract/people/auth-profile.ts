import { z } from 'zod';
import { lackOf } from '#rules/passwords.ts';
import { deviceKinds } from '#rules/devices.ts';
import { call } from '../base/call.ts';
import { email, id, instant, line, noData, nothing } from '../base/fields.ts';
import { messages } from '../messages.ts';
import { version } from '../base/versions.ts';

const password = z.string().max(200, 'Please use at most 200 characters');
const currentPassword = password.min(1, 'Current password is required');

/** A password chosen on My Account, which has one message for every fault. */
const newPassword = password.refine((value) => lackOf(value) === null, messages.newPasswordRule);

/** Two forms in one call: `name` (with the email unchanged), or the current password and the new one twice. */
export const profile = call('profile', {
  who: 'myAccount',
  changes: ['person', 'sessions', 'activity'],
  input: z
    .object({
      name: line('Name', 120).optional(),
      email: email.optional(),
      version: version.optional(),
      password: currentPassword.optional(),
      new_password: newPassword.optional(),
      confirm_password: password.optional(),
    })
    .superRefine((input, { addIssue }) => {
      const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
      const isPassword =
        input.new_password !== undefined || input.confirm_password !== undefined || input.name === undefined;
      if (!isPassword) return;
      if (input.name !== undefined) refuse('name', 'Please change the name and the password one after the other');
      if (input.password === undefined) refuse('password', 'Current password is required');
      if (input.new_password === undefined) refuse('new_password', 'New password is required');
      if (input.new_password !== input.confirm_password) refuse('confirm_password', messages.newPasswordsDiffer);
    }),
  data: noData,
  confirms: 'second-factor',
  confirmsIf: (input) => input.new_password !== undefined,
});

/** Saves a square picture of a person: oneself, or a client for those who manage clients. */
export const changeImage = call('change-image', {
  who: 'ownProfile',
  changes: ['person', 'members', 'clients', 'activity'],
  input: z.object({ user_id: id }),
  data: z.object({ image: z.string(), thumbnail: z.string() }),
  file: { field: 'file', maxBytes: 5_000_000, required: true, tooLarge: messages.imageTooLarge },
});

/** Requests a change of the email. The answer is the same for an address that is taken. */
export const changeEmail = call('change-email', {
  who: 'secureAccount',
  changes: ['activity'],
  input: z.object({ email }),
  data: noData,
  confirms: true,
});

/** Opens the link that was sent to the new address; answers the email that is valid from now on. */
export const confirmEmail = call('confirm-email', {
  who: 'anyone',
  changes: ['person', 'activity'],
  input: z.object({ token: z.string().min(1).max(200) }),
  data: z.object({ email: z.string() }),
});

/** A session of the person. */
const session = z.object({
  id: z.string(),
  /** In words: 'Chrome on Windows'. */
  device: z.string(),
  kind: z.enum(deviceKinds),
  address: z.string(),
  created: instant,
  /** To within five minutes. */
  seen: instant,
  /** The session with which this call was made. */
  current: z.boolean(),
  /** Opened by an operator's master login. */
  by_operator: z.boolean(),
});
export type Session = z.output<typeof session>;

/** The person's sessions, this one first, then the most recently used. */
export const fetchSessions = call('fetch-sessions', {
  who: 'myAccount',
  shows: ['sessions'],
  input: nothing,
  data: z.array(session),
});

/** Ends one session of the person at once. */
export const deleteSession = call('delete-session', {
  who: 'secureAccount',
  changes: ['sessions', 'activity'],
  input: z.object({ id }),
  data: noData,
});

/** Ends all other sessions of the person at once; answers how many there were. */
export const deleteOtherSessions = call('delete-other-sessions', {
  who: 'secureAccount',
  changes: ['sessions', 'activity'],
  input: nothing,
  data: z.object({ ended: z.number().int() }),
});
