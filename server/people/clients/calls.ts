import { bulkWords } from '#contract/base/bulk.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { may } from '#rules/permissions.ts';
import { deleteAccountsOfUser } from '../accounts/index.ts';
import { findAgency } from '../agency/index.ts';
import { audit } from '../../base/audit/index.ts';
import { isEmailTaken, deleteLoginLinks, deleteSessionsOf, lockPerson } from '../auth/index.ts';
import { endLinksOfClient } from '../connect-links/index.ts';
import {
  outside,
  UserError,
  type Context,
  type Handlers,
  type OutsideContext,
  type Reply,
  type SignedIn,
} from '../../base/handlers.ts';
import {
  countInvitation,
  addedMail,
  credentialsMail,
  passwordChangedMail,
  passwordSetMail,
} from '../../base/mail/index.ts';
import { eachRow } from '../../base/lists/each-row.ts';
import { pageOfOrder, readOrderCursor } from '../../base/lists/list-order.ts';
import { cancelForClient, deleteSchedulesOfClient, lockSchedulesOfClient } from '../../publishing/index.ts';
import { onlyOwn } from '../../base/lib/scope.ts';
import { hashToSet } from '../../base/secrets/set-password.ts';
import { saved } from '../../base/lib/versions.ts';
import { removeMember } from './members.ts';
import { clientState, presentClient } from './present.ts';
import { setApproval } from './set-approval.ts';
import {
  clientOrder,
  countClients,
  countLivingClients,
  deleteClientRow,
  findClient,
  hasEmail,
  insertClient,
  isTakenEmail,
  listClients,
  updateClient,
  type ClientDetails,
  type ClientRow,
} from '../users/index.ts';

const detailsOf = (input: { name: string; earning: number } & Omit<ClientDetails, 'earningCents'>): ClientDetails => ({
  name: input.name,
  earningCents: Math.round(input.earning * 100),
  frequency: input.frequency,
  company: input.company,
  description: input.description,
});

/** Calls for the agency's clients. */
export const clientCalls = {
  'fetch-app-client': async (input, { user, tx, now }) => {
    const filter = {
      agencyId: user.agencyId,
      onlyId: onlyOwn(user) ?? input.id ?? null,
      search: input.search ?? '',
      state: input.state ?? null,
      now,
    };
    const order = clientOrder(input.sort);
    const after = readOrderCursor(input.cursor, order);
    const { rows, next } = pageOfOrder(await listClients(tx, { ...filter, order, after }), order);
    return { message: '', data: { items: rows.map(presentClient), next, total: await countClients(tx, filter) } };
  },

  'fetch-client-account': async (_input, { user, tx }) => {
    const own = await findClient(tx, user);
    if (own === undefined) throw new UserError(messages.notFound, { status: 404 });
    return { message: '', data: presentClient(own) };
  },

  'add-app-client': outside(async (input, context) => {
    const passwordHash = await hashToSet(input.password, context);
    const client = await addWithEmail(input, context, passwordHash);
    return { message: messages.clientCreated, data: [presentClient(client)] };
  }),

  'add-quick-client': outside(async (input, context) => {
    const { id, name } = await addWithEmail({ ...input, ...unsaid }, context, null);
    return { message: messages.clientCreated, data: { id, name } };
  }),

  'edit-app-client-account': outside(async (input, context) => {
    const { user, transaction } = context;
    if (input.password !== '') {
      const target = await transaction((tx) => findEditable(tx, user, input.id));
      // A person who knows the client's password can approve in its name.
      if (target.id !== user.id && !may(user, 'setClientPasswords'))
        throw new UserError(messages.clientPasswordOwner, { status: 403 });
    }
    const passwordHash = await hashToSet(input.password, context);
    return transaction((tx) => edit(input, { ...context, tx }, passwordHash));
  }),

  'delete-client': async (input, context) => {
    const key = { agencyId: context.user.agencyId, id: input.client_id };
    if (await removeMember(context, key)) return { message: messages.memberDeleted, data: null };
    await remove(context, input.client_id);
    return { message: messages.clientDeleted, data: null };
  },

  'delete-clients': outside(async ({ ids }, context) => {
    const { user, transaction } = context;
    const data = await eachRow({
      ids,
      countThere: (some) => transaction((tx) => countLivingClients(tx, { agencyId: user.agencyId, ids: some })),
      work: (id) => transaction((tx) => remove({ ...context, tx }, id)),
    });
    return { message: bulkWords('Deleted', data, 'client'), data };
  }),
} satisfies Partial<Handlers>;

/** Deletes a client with all its dependent rows. Throws a UserError (404) if there is none. */
async function remove({ user, tx, now, origin }: Context, id: string): Promise<void> {
  const key = { agencyId: user.agencyId, id };
  if ((await findClient(tx, key)) === undefined) throw new UserError(messages.notFound, { status: 404 });
  // The client first: this waits for a concurrent save or connection, which holds its row. The schedules before their
  // posts: otherwise a repeating one would begin another round when its last post is cancelled.
  await deleteClientRow(tx, { ...key, now });
  await lockSchedulesOfClient(tx, { agencyId: user.agencyId, clientId: key.id });
  await deleteAccountsOfUser(tx, { agencyId: user.agencyId, userId: key.id, now });
  await deleteSchedulesOfClient(tx, { agencyId: user.agencyId, clientId: key.id, now });
  await cancelForClient(tx, { agencyId: user.agencyId, clientId: key.id, now });
  await endLinksOfClient(tx, { agencyId: user.agencyId, clientId: key.id, why: 'deleted', now });
  await deleteSessionsOf(tx, { userId: key.id, exceptId: null });
  await audit(tx, { user, origin, action: 'client-deleted', subjectKind: 'client', subjectId: key.id });
}

type Edit = Input<'edit-app-client-account'>;
type Added = { passwordHash: string | null; emailElsewhere: boolean };
type Addition = Omit<Input<'add-app-client'>, 'password'>;

/** The details of a client that is added by name and email alone. */
const unsaid = { earning: 0, frequency: 'weekly', company: '', description: '', send: false } as const;

/** Adds a client, also if its email is taken elsewhere in the meantime. */
const addWithEmail = (input: Addition, context: OutsideContext, passwordHash: string | null): Promise<ClientRow> =>
  againWhereTaken(async () => {
    const emailElsewhere = await context.services.db.asSystem((tx) =>
      isEmailTaken(tx, input.email, { besides: context.user.agencyId }),
    );
    return context.transaction((tx) => add(input, { ...context, tx }, { passwordHash, emailElsewhere }));
  });

/**
 * Adds a client. A client whose email is a log-in in another agency is added as well, since this agency must not learn
 * of that; the email's owner is notified by mail.
 */
async function add(input: Addition, context: Context, { passwordHash, emailElsewhere }: Added): Promise<ClientRow> {
  const { user, tx, now, origin } = context;
  const { agencyId } = user;
  if (await hasEmail(tx, { agencyId, email: input.email })) throw emailTaken();
  if (input.send) await countInvitation(tx, { agencyId, email: input.email, now });
  const id = await insertClient(tx, {
    ...detailsOf(input),
    agencyId,
    email: input.email,
    passwordHash,
    emailElsewhere,
  });
  await setApproval(
    context,
    { clientId: id, mode: input.approval, covers: false, ending: undefined },
    { approval: 'none', waiting: 0 },
  );
  const client = await findClient(tx, { agencyId, id });
  if (client === undefined) throw new Error('a client just added is not visible to its agency');
  await (input.send ? credentialsMail : addedMail)(tx, { id, agencyId });
  await audit(tx, { user, origin, action: 'client-added', subjectKind: 'client', subjectId: id });
  return client;
}

const emailTaken = (): UserError =>
  new UserError(messages.emailTaken, { status: 409, errors: { email: messages.emailTaken } });
const mostTries = 3;

/** Repeats the work if somebody else has taken the email in between; the repetition then finds it taken. */
async function againWhereTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTakenEmail(error)) throw error;
      if (tries === mostTries) throw emailTaken();
    }
  }
}

/**
 * The client that a person may edit: any of the agency's, or, for a client account, itself. Throws a 404 for others.
 */
async function findEditable(tx: Tx, user: SignedIn, id: string): Promise<ClientRow> {
  const own = onlyOwn(user);
  const client = own !== null && own !== id ? undefined : await findClient(tx, { agencyId: user.agencyId, id });
  if (client === undefined) throw new UserError(messages.notFound, { status: 404 });
  return client;
}

async function edit(
  input: Edit,
  context: Context,
  passwordHash: string | null,
): Promise<Reply<Data<'edit-app-client-account'>>> {
  const { user, tx, origin } = context;
  const key = { agencyId: user.agencyId, id: input.id };
  const own = onlyOwn(user);
  await lockPerson(tx, input.id);
  const before = await findEditable(tx, user, input.id);
  // Earnings from a client are the agency's own data: a client account cannot change them.
  const earning = own === null ? {} : { earningCents: Number(before.earning_cents), frequency: before.frequency };
  await updateClient(tx, {
    ...key,
    ...detailsOf(saved(clientState(before), input, { company: '', description: '' })),
    ...earning,
    passwordHash,
    byAgency: own === null,
  });
  if (own === null) {
    const wish = {
      clientId: input.id,
      mode: input.approval,
      covers: input.approval_covers,
      ending: input.approval_waiting,
    };
    await setApproval(context, wish, { approval: before.approval, waiting: before.approval_waiting });
  }
  if (passwordHash !== null) await passwordSet(context, before);
  await audit(tx, { user, origin, action: 'client-edited', subjectKind: 'client', subjectId: input.id });
  const client = await findClient(tx, key);
  if (client === undefined) throw new UserError(messages.notFound, { status: 404 });
  const cannot = own === null && client.approval === 'client' && before.approval === 'none' && !client.can_sign_in;
  return {
    message: cannot
      ? messages.clientUpdatedCannotSignIn
      : own === null
        ? messages.clientUpdated
        : messages.profileUpdated,
    data: presentClient(client),
  };
}

/**
 * Applies the consequences of a new password: all sessions by the previous one end, mailed links become invalid, and
 * the client is notified.
 */
async function passwordSet({ user, tx, origin }: Context, { id, name, email }: ClientRow): Promise<void> {
  const own = user.id === id;
  await deleteSessionsOf(tx, { userId: id, exceptId: own ? user.sessionId : null });
  await deleteLoginLinks(tx, { userId: id });
  if (own) {
    await passwordChangedMail(tx, { name, email });
    return;
  }
  await passwordSetMail(tx, { name, email, agency: (await findAgency(tx, user.agencyId)).name });
  await audit(tx, { user, origin, action: 'client-password-set', subjectKind: 'client', subjectId: id });
}
