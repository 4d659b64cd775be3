import type { SocialAccount } from '#contract/accounts.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import type { FreshAccount, Network } from '#networks/network.ts';
import { audit } from '../audit/queries.ts';
import { lockAccountHolder } from '../clients/queries.ts';
import { credentialsPlace } from '../credentials.ts';
import { UserError, type Origin, type Reply, type Services, type SignedIn } from '../handlers.ts';
import { releaseWaiting } from '../publishing/queries.ts';
import { storableText, storableTexts } from '../storable.ts';
import { presentAccount } from './present.ts';
import { upsertAccount } from './queries.ts';

/** What a network gave, for whom it is kept, and the app it was joined with ('' where the person typed what was needed). */
export type Joined = { adapter: Network; holderId: string; given: FreshAccount; appClientId: string };

/** Keeps a joined account: sealed, bound to its client; the same account again is renewed, and what waited for it goes on. */
export async function storeAccount(
  tx: Tx, { adapter, holderId, given, appClientId }: Joined, { user, services, now, origin }: { user: SignedIn; services: Services; now: Date; origin: Origin },
): Promise<Reply<SocialAccount>> {
  const { agencyId } = user;
  if ((await lockAccountHolder(tx, { agencyId, id: holderId })) === undefined) throw new UserError(messages.notFound, { status: 404 });
  const externalId = storableText(given.externalId);
  const place = credentialsPlace({ agencyId, userId: holderId, network: adapter.id, externalId });
  const { row, renewed } = await upsertAccount(tx, {
    agencyId,
    userId: holderId,
    network: adapter.id,
    externalId,
    username: storableText(given.username),
    profile: storableTexts(given.profile),
    credentials: services.secrets.seal(JSON.stringify(given.credentials), place),
    gapSeconds: adapter.limits.gapSeconds,
    isSample: false,
    expiresAt: given.expiresAt ?? null,
    appClientId,
  });
  await releaseWaiting(tx, { agencyId, accountId: row.id, now });
  await audit(tx, { user, origin, action: renewed ? 'account-renewed' : 'account-connected', subjectKind: 'account', subjectId: row.id });
  return { message: renewed ? messages.accountUpdated : messages.accountConnected, data: presentAccount(row) };
}
