import type { SocialAccount } from '#contract/people/accounts.ts';
import { messages } from '#contract/messages.ts';
import { unavailableReason } from '#networks/index.ts';
import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import { may } from '#rules/permissions.ts';
import { audit } from '../../base/audit/index.ts';
import { connectByHand } from './by-hand.ts';
import { canBeJoined } from './consent-app.ts';
import { outside, UserError, type Handlers, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { cancelForAccount, lockSchedulesOfAccount } from '../../publishing/index.ts';
import { listStripe, presentStripe } from './stripe.ts';
import { onlyOwn } from '../../base/lib/scope.ts';
import { presentAccount } from './present.ts';
import { lockClient } from '../users/index.ts';
import { refuseOthers } from './holder.ts';
import { deleteAccountRow, findAccount, listAccounts, listSharing } from './queries.ts';
import { sandboxKeys } from './sandbox-keys.ts';
import { storeAccount } from './store.ts';

/**
 * Verifies typed credentials with the network, then stores the account for the client. If the network refuses them,
 * nothing is saved.
 */
async function connect(
  network: NetworkId,
  input: { userId: string; fields: Readonly<Record<string, string>> },
  { user, services, now, origin, transaction, signal }: OutsideContext,
): Promise<Reply<SocialAccount>> {
  const adapter = services.networks[network];
  if (adapter?.connect === undefined) throw new UserError(messages.networkUnavailable);
  await transaction((tx) => refuseOthers(tx, user, input.userId));

  const answer = await adapter.connect(input.fields, { signal });
  if (answer.kind === 'refused') throw new UserError(answer.message, { status: 422 });

  return transaction((tx) =>
    storeAccount(
      tx,
      { adapter, holderId: input.userId, given: answer.account, appClientId: '' },
      { user, services, now, origin },
    ),
  );
}

/** Calls for connected accounts. */
export const accountCalls = {
  'fetch-networks': async (_input, { services }) => ({
    message: '',
    data: networkIds.map((type) => {
      const limits = services.networks[type]?.limits;
      return {
        type,
        available: canBeJoined(type, services),
        reason: canBeJoined(type, services) ? '' : unavailableReason(type),
        text_length: limits?.textLength ?? null,
        caption_length: limits?.captionLength ?? null,
        title_length: limits?.titleLength ?? null,
        length_unit: limits?.lengthUnit ?? 'utf16',
        title_unit: limits?.titleUnit ?? limits?.lengthUnit ?? 'utf16',
        sandbox_keys: sandboxKeys(type, services.config),
      };
    }),
  }),

  'fetch-social-accounts': async (input, { user, tx }) => {
    const own = onlyOwn(user);
    if (own !== null && input.user_id !== undefined && input.user_id !== own)
      throw new UserError(messages.notFound, { status: 404 });
    const of = { agencyId: user.agencyId, userId: own ?? input.user_id ?? null };
    const rows = await listAccounts(tx, of);
    // A client must not learn who the agency's other clients are.
    const sharing = own === null && !user.byLink ? await listSharing(tx, of) : undefined;
    // A request about another person gets no payment accounts.
    const isAll = input.user_id === undefined || input.user_id === user.id;
    const stripe = isAll && may(user, 'whiteLabel') ? await listStripe(tx, user.agencyId) : [];
    return {
      message: '',
      data: {
        accounts: rows.map((row) => ({ ...presentAccount(row), shared_with: sharing?.get(row.id) ?? [] })),
        stripe: stripe.map((row) => presentStripe(row, user.id)),
      },
    };
  },

  'connect-telegram': outside((input, context) =>
    connect(
      'telegram',
      { userId: input.user_id, fields: { chat_id: input.chat_id, bot_token: input.bot_token } },
      context,
    ),
  ),

  'save-wordpress': outside((input, context) =>
    connect(
      'wordpress',
      { userId: input.user_id, fields: { url: input.url, username: input.username, password: input.password } },
      context,
    ),
  ),

  'save-medium': outside((input, context) =>
    connect('medium', { userId: input.user_id, fields: { access_token: input.access_token } }, context),
  ),

  'connect-by-hand': connectByHand,

  'delete-social': async (input, { user, tx, now, origin }) => {
    const account = await findAccount(tx, { agencyId: user.agencyId, id: input.id });
    const own = onlyOwn(user);
    if (account === undefined || (own !== null && account.user_id !== own))
      throw new UserError(messages.notFound, { status: 404 });
    // Its client first: this waits for a concurrent save that schedules posts to the account. The account before its
    // posts: no round begins for it when its last post is cancelled.
    await lockClient(tx, { agencyId: user.agencyId, id: account.user_id });
    await lockSchedulesOfAccount(tx, { agencyId: user.agencyId, accountId: account.id });
    await deleteAccountRow(tx, { agencyId: user.agencyId, id: account.id, now });
    await cancelForAccount(tx, { agencyId: user.agencyId, accountId: account.id, now });
    await audit(tx, { user, origin, action: 'account-deleted', subjectKind: 'account', subjectId: account.id });
    return { message: messages.accountDeleted, data: null };
  },
} satisfies Partial<Handlers>;
