import type { SocialAccount } from '#contract/people/accounts.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import type { FreshAccount, Network } from '#networks/network.ts';
import type { ByHandNetwork } from '#rules/by-hand.ts';
import { isProcessingStopped } from '../agency/index.ts';
import { audit } from '../../base/audit/index.ts';
import { lockAccountHolder } from '../users/index.ts';
import { lockLinkOfSession } from './link-queries.ts';
import { credentialsAssociatedData } from './credentials.ts';
import { UserError, type Origin, type Reply, type Services, type SignedIn } from '../../base/handlers.ts';
import { releaseWaiting } from '../../publishing/index.ts';
import { storableText, storableTexts } from '../../base/lib/storable.ts';
import { presentAccount } from './present.ts';
import { upsertAccount, type NewAccount } from './queries.ts';

/** A connected account, its client, and the app it was connected with ('' for typed credentials). */
export type Joined = { adapter: Network; holderId: string; given: FreshAccount; appClientId: string };

/** An account to which a person posts by hand: its name and URL, and its identity at the network. */
export type JoinedByHand = { network: ByHandNetwork; holderId: string; externalId: string; name: string; url: string };

type Doer = { user: SignedIn; services: Services; now: Date; origin: Origin };

/**
 * Stores a connected account, encrypted, for its client. Connecting the same account again renews it, and its waiting
 * posts continue.
 */
export async function storeAccount(
  tx: Tx,
  { adapter, holderId, given, appClientId }: Joined,
  doer: Doer,
): Promise<Reply<SocialAccount>> {
  const externalId = storableText(given.externalId);
  const associatedData = credentialsAssociatedData({
    agencyId: doer.user.agencyId,
    userId: holderId,
    network: adapter.id,
    externalId,
  });
  return keep(
    tx,
    {
      userId: holderId,
      network: adapter.id,
      externalId,
      username: storableText(given.username),
      profile: storableTexts(given.profile),
      credentials: doer.services.secrets.seal(JSON.stringify(given.credentials), associatedData),
      gapSeconds: adapter.limits.gapSeconds,
      expiresAt: given.expiresAt ?? null,
      appClientId,
    },
    doer,
  );
}

/**
 * Stores an account to which a person posts by hand. It has no credentials and no pace: posts due together are handed
 * over together.
 */
export const storeByHand = (
  tx: Tx,
  { network, holderId, externalId, name, url }: JoinedByHand,
  doer: Doer,
): Promise<Reply<SocialAccount>> =>
  keep(
    tx,
    {
      userId: holderId,
      network,
      externalId: storableText(externalId),
      username: storableText(name),
      profile: storableTexts({ url }),
      credentials: '',
      gapSeconds: 0,
      byHand: true,
    },
    doer,
  );

async function keep(
  tx: Tx,
  account: Omit<NewAccount, 'agencyId' | 'isSample'>,
  { user, now, origin }: Doer,
): Promise<Reply<SocialAccount>> {
  const { agencyId } = user;
  if ((await lockAccountHolder(tx, { agencyId, id: account.userId })) === undefined)
    throw new UserError(messages.notFound, { status: 404 });
  const link = user.byLink ? await lockLinkOfSession(tx, { agencyId, sessionId: user.sessionId, now }) : null;
  // The link may have ended during the request to the network.
  if (link === undefined && (await isProcessingStopped(tx, agencyId)))
    throw new UserError(messages.processingStoppedByOwner);
  if (link === undefined) throw new UserError(messages.connectLinkOver, { status: 403 });
  const { row, renewed } = await upsertAccount(tx, {
    ...account,
    agencyId,
    isSample: false,
    connectLinkId: link?.id ?? null,
  });
  await releaseWaiting(tx, { agencyId, accountId: row.id, now });
  const details = account.byHand === true ? { byHand: true } : {};
  await audit(tx, {
    user,
    origin,
    action: user.byLink
      ? renewed
        ? 'account-renewed-by-link'
        : 'account-connected-by-link'
      : renewed
        ? 'account-renewed'
        : 'account-connected',
    subjectKind: 'account',
    subjectId: row.id,
    details,
  });
  return { message: renewed ? messages.accountUpdated : messages.accountConnected, data: presentAccount(row) };
}
