import { messages } from '#contract/messages.ts';
import { setApproval } from '../approvals/setting-queries.ts';
import { deleteAccountsOfUser } from '../accounts/queries.ts';
import { audit } from '../audit/queries.ts';
import { hashPassword } from '../passwords.ts';
import { endLinksOfClient } from '../connect-links/queries.ts';
import { deleteLoginLinks, deleteSessionsOf, lockPerson } from '../auth/queries.ts';
import { UserError, type Handlers } from '../handlers.ts';
import { credentialsMail } from '../mail/queries.ts';
import { idAfter, pageOf } from '../paging.ts';
import { cancelForClient } from '../publishing/queries.ts';
import { deleteSchedulesOfClient } from '../schedules/queries.ts';
import { onlyOwn } from '../scope.ts';
import { saved } from '../versions.ts';
import { removeMember } from './members.ts';
import { clientState, presentClient } from './present.ts';
import { countClients, deleteClientRow, findClient, insertClient, isTakenEmail, listClients, updateClient, type ClientDetails } from './queries.ts';

const detailsOf = (input: { name: string; earning: number } & Omit<ClientDetails, 'earningCents'>): ClientDetails => ({
  name: input.name,
  earningCents: Math.round(input.earning * 100),
  frequency: input.frequency,
  company: input.company,
  description: input.description,
});

/** Handlers around the agency's clients. Source: specification 1, §2.7, §2.8 and §7. */
export const clientCalls: Pick<Handlers, 'fetch-app-client' | 'fetch-client-account' | 'add-app-client' | 'edit-app-client-account' | 'delete-client'> = {
  'fetch-app-client': async (input, { user, tx }) => {
    const filter = { agencyId: user.agencyId, onlyId: onlyOwn(user) ?? input.id ?? null, search: input.search ?? '' };
    const { rows, next } = pageOf(await listClients(tx, { ...filter, afterId: idAfter(input.cursor) }));
    return { message: '', data: { items: rows.map(presentClient), next, total: await countClients(tx, filter) } };
  },

  'fetch-client-account': async (_input, { user, tx }) => {
    const own = await findClient(tx, user);
    if (own === undefined) throw new UserError(messages.notFound, { status: 404 });
    return { message: '', data: presentClient(own) };
  },

  'add-app-client': async (input, context) => {
    const { user, tx, origin } = context;
    const passwordHash = await hashPassword(input.password);
    let id: string;
    try {
      id = await insertClient(tx, { ...detailsOf(input), agencyId: user.agencyId, email: input.email, passwordHash });
    } catch (error) {
      if (isTakenEmail(error)) throw new UserError(messages.emailTaken, { status: 409, errors: { email: messages.emailTaken } });
      throw error;
    }
    await setApproval(context, { clientId: id, mode: input.approval, covers: false, ending: undefined }, { approval: 'none', waiting: 0 });
    const client = await findClient(tx, { agencyId: user.agencyId, id });
    if (client === undefined) throw new Error('a client just added is not visible to its agency');
    if (input.send) await credentialsMail(tx, { id, agencyId: user.agencyId });
    await audit(tx, { user, origin, action: 'client-added', subjectKind: 'client', subjectId: id });
    return { message: messages.clientCreated, data: [presentClient(client)] };
  },

  'edit-app-client-account': async (input, context) => {
    const { user, tx, origin } = context;
    const key = { agencyId: user.agencyId, id: input.id };
    const own = onlyOwn(user);
    await lockPerson(tx, input.id);
    const before = own !== null && own !== input.id ? undefined : await findClient(tx, key);
    if (before === undefined) throw new UserError(messages.notFound, { status: 404 });
    const passwordHash = input.password === '' ? null : await hashPassword(input.password);
    // What the agency earns from a client is the agency's own word: a client account cannot change it.
    const earning = own === null ? {} : { earningCents: Number(before.earning_cents), frequency: before.frequency };
    await updateClient(tx, { ...key, ...detailsOf(saved(clientState(before), input, { company: '', description: '' })), ...earning, passwordHash });
    if (own === null) {
      const wish = { clientId: input.id, mode: input.approval, covers: input.approval_covers, ending: input.approval_waiting };
      await setApproval(context, wish, { approval: before.approval, waiting: before.approval_waiting });
    }
    if (passwordHash !== null) {
      await deleteSessionsOf(tx, { userId: input.id, exceptId: own === null ? null : user.sessionId });
      await deleteLoginLinks(tx, { userId: input.id });
    }
    await audit(tx, { user, origin, action: 'client-edited', subjectKind: 'client', subjectId: input.id });
    const client = await findClient(tx, key);
    if (client === undefined) throw new UserError(messages.notFound, { status: 404 });
    const cannot = own === null && client.approval === 'client' && before.approval === 'none' && !client.can_sign_in;
    return { message: cannot ? messages.clientUpdatedCannotSignIn : own === null ? messages.clientUpdated : messages.profileUpdated, data: presentClient(client) };
  },

  'delete-client': async (input, context) => {
    const { user, tx, now, origin } = context;
    const key = { agencyId: user.agencyId, id: input.client_id };
    if (await removeMember(context, key)) return { message: messages.memberDeleted, data: null };
    if ((await findClient(tx, key)) === undefined) throw new UserError(messages.notFound, { status: 404 });
    // Client and accounts first: who is just scheduling or connecting for it holds their rows, and is waited for. Then the
    // schedules: one that repeats would otherwise begin a further round when its last post is cancelled.
    await deleteClientRow(tx, { ...key, now });
    await deleteAccountsOfUser(tx, { agencyId: user.agencyId, userId: key.id, now });
    await deleteSchedulesOfClient(tx, { agencyId: user.agencyId, clientId: key.id, now });
    await cancelForClient(tx, { agencyId: user.agencyId, clientId: key.id, now });
    await endLinksOfClient(tx, { agencyId: user.agencyId, clientId: key.id, why: 'deleted', now });
    await deleteSessionsOf(tx, { userId: key.id, exceptId: null });
    await audit(tx, { user, origin, action: 'client-deleted', subjectKind: 'client', subjectId: key.id });
    return { message: messages.clientDeleted, data: null };
  },
};
