import type { Input } from '#contract/index.ts';
import type { TeamMember } from '#contract/people/clients-members.ts';
import { messages } from '#contract/messages.ts';
import { may } from '#rules/permissions.ts';
import { audit } from '../../base/audit/index.ts';
import { deleteLoginLinks, deleteSessionsOf, lockPerson } from '../auth/index.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { outside, UserError, type Context, type Handlers, type SignedIn } from '../../base/handlers.ts';
import { countInvitation, credentialsMail, passwordChangedMail } from '../../base/mail/index.ts';
import { pageOfOrder, readOrderCursor } from '../../base/lists/list-order.ts';
import { hashToSet } from '../../base/secrets/set-password.ts';
import { saved, versionOf } from '../../base/lib/versions.ts';
import {
  countMembers,
  deletePersonRow,
  findMember,
  insertMember,
  listMembers,
  memberOrder,
  updateNameAndPassword,
  type MemberRow,
  findClient,
  isTakenEmail,
} from '../users/index.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

const presentMember = (row: MemberRow): TeamMember => ({
  id: row.id,
  name: row.name,
  email: row.email,
  type: 'team_member',
  image: fileAddress(row.image_name),
  thumbnail: fileAddress(row.image_thumbnail_name),
  created: row.created_at.toISOString(),
  version: versionOf({ name: row.name }),
});

/** Calls for the people of an agency's team. */
export const memberCalls = {
  'fetch-team-members': async (input, { user, tx }) => {
    const filter = { agencyId: user.agencyId, search: input.search ?? '' };
    const order = memberOrder(input.sort);
    const after = readOrderCursor(input.cursor, order);
    const { rows, next } = pageOfOrder(await listMembers(tx, { ...filter, order, after }), order);
    return { message: '', data: { items: rows.map(presentMember), next, total: await countMembers(tx, filter) } };
  },

  'create-client': outside(async (input, context) => {
    const passwordHash = await hashToSet(input.password, context);
    if (passwordHash === null) throw new Error('the contract lets a blank password through');
    return {
      message: messages.memberCreated,
      data: presentMember(await context.transaction((tx) => add(input, { ...context, tx }, passwordHash))),
    };
  }),

  'edit-client-account': outside(async (input, context) => {
    const { user, transaction, origin } = context;
    const key = { agencyId: user.agencyId, id: input.id };
    // Checked first, so that nothing is hashed without permission.
    if (input.password !== '') await transaction((tx) => editable({ user, tx }, key));
    const passwordHash = await hashToSet(input.password, context);
    const { kind, name } = await transaction(async (tx) => {
      await lockPerson(tx, key.id);
      const { kind: edited, name: before } = await editable({ user, tx }, key);
      const state = saved({ name: before }, { name: input.name, version: input.version });
      await updateNameAndPassword(tx, { ...key, name: state.name, passwordHash, byAgency: key.id !== user.id });
      if (passwordHash !== null) {
        await deleteSessionsOf(tx, { userId: key.id, exceptId: key.id === user.id ? user.sessionId : null });
        await deleteLoginLinks(tx, { userId: key.id });
        if (edited === 'client') await passwordChangedMail(tx, user);
      }
      await audit(tx, {
        user,
        origin,
        action: edited === 'member' ? 'member-edited' : 'client-edited',
        subjectKind: edited,
        subjectId: key.id,
      });
      return { kind: edited, name: state.name };
    });
    return {
      message: kind === 'member' ? messages.memberUpdated : messages.profileUpdated,
      data: { id: key.id, name, version: versionOf({ name }) },
    };
  }),

  'invite-team-member': async (input, { user, tx, now, origin }) => {
    const key = { agencyId: user.agencyId, id: input.id };
    const member = await findMember(tx, key);
    if (member === undefined) throw notFound();
    await countInvitation(tx, { agencyId: user.agencyId, email: member.email, now });
    await credentialsMail(tx, key);
    await audit(tx, { user, origin, action: 'member-link-sent', subjectKind: 'member', subjectId: key.id });
    return { message: messages.passwordLinkSent, data: null };
  },
} satisfies Partial<Handlers>;

async function add(
  input: Input<'create-client'>,
  { user, tx, now, origin }: Context,
  passwordHash: string,
): Promise<MemberRow> {
  const { agencyId } = user;
  let id: string;
  try {
    id = await insertMember(tx, { agencyId, name: input.name, email: input.email, passwordHash });
  } catch (error) {
    if (isTakenEmail(error))
      throw new UserError(messages.emailTaken, { status: 409, errors: { email: messages.emailTaken } });
    throw error;
  }
  const member = await findMember(tx, { agencyId, id });
  if (member === undefined) throw new Error('a team member just added is not visible to the agency');
  if (input.send) {
    await countInvitation(tx, { agencyId, email: input.email, now });
    await credentialsMail(tx, { id, agencyId });
  }
  await audit(tx, { user, origin, action: 'member-added', subjectKind: 'member', subjectId: id });
  return member;
}

/**
 * The kind and name of an account that this person may edit: their own for a client account, a member's for a team
 * manager. Throws a 404 for any other, and a 403 for people who may edit none.
 */
async function editable(
  { user, tx }: Pick<Context, 'user' | 'tx'>,
  key: { agencyId: string; id: string },
): Promise<{ kind: 'client' | 'member'; name: string }> {
  if (user.role !== 'client' && !may(user, 'manageMembers')) throw new UserError(messages.forbidden, { status: 403 });
  const client = user.role === 'client' && key.id === user.id ? await findClient(tx, key) : undefined;
  if (client !== undefined) return { kind: 'client', name: client.name };
  const member = may(user, 'manageMembers') ? await findMember(tx, key) : undefined;
  if (member !== undefined) return { kind: 'member', name: member.name };
  throw notFound();
}

/**
 * Handles `delete-client` for a team member: signed out at once; their work stays. Returns false if the person does not
 * manage the team or it has no such member.
 */
export async function removeMember(
  { user, tx, now, origin }: Pick<Context, 'tx' | 'now' | 'origin'> & { user: SignedIn },
  key: { agencyId: string; id: string },
): Promise<boolean> {
  if (!may(user, 'manageMembers') || (await findMember(tx, key)) === undefined) return false;
  await deletePersonRow(tx, { ...key, now });
  await deleteSessionsOf(tx, { userId: key.id, exceptId: null });
  await deleteLoginLinks(tx, { userId: key.id });
  await audit(tx, { user, origin, action: 'member-deleted', subjectKind: 'member', subjectId: key.id });
  return true;
}
