/** A seller's actions on its buyers, whose agencies only `asSystem` sees. */
import type { WlUser } from '#contract/selling/memberships.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { outside, UserError, type Handlers, type OutsideContext } from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { confirmPassword, deleteLoginLinks, deleteSessionsOf } from '../../people/auth/index.ts';
import { hashToSet } from '../../base/secrets/set-password.ts';
import { closeAgency } from '../resellers/index.ts';
import { findStripe, openStripe, orWords } from '../stripe/index.ts';
import { updateNameAndPassword, updateOwnName } from '../../people/users/index.ts';
import { listBuyers, type BuyerRow } from './buyers.ts';
import { listOfBuyer } from './subscription-queries.ts';

const stateOf = (row: BuyerRow): WlUser['state'] =>
  row.is_suspended ? 'suspended' : row.in_grace ? 'grace' : row.has_password ? 'active' : 'waiting';

const present = (row: BuyerRow): WlUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  state: stateOf(row),
  membership: row.membership,
  created: row.created_at.toISOString(),
});

/** The buyer, if this agency has sold to it; throws a 404 otherwise. */
async function own(tx: Tx, { user, id }: { user: OutsideContext['user']; id: string }): Promise<BuyerRow> {
  const [row] = await listBuyers(tx, user.agencyId, id);
  if (row === undefined) throw new UserError(messages.notFound, { status: 404 });
  return row;
}

/** The entry itself names the buyer, because a reader of the log cannot see the buyer's agency. */
const subjectOf = ({ id, name }: BuyerRow) => ({ subjectKind: 'buyer', subjectId: id, details: { name } });

/** The buyer's own agency can read the action, but not by whom or from where. */
const bySeller = ({ id, agency_id: agencyId }: BuyerRow) => ({
  user: { id, agencyId, impersonated: false },
  origin: { address: 'seller' },
  subjectKind: 'owner',
  subjectId: id,
});

/** Cancels a buyer's subscription. Throws a UserError if Stripe fails; the caller then does nothing more. */
export async function cancelSubscriptions(services: OutsideContext['services'], buyerAgencyId: string): Promise<void> {
  const { db, secrets } = services;
  const all = await db.asSystem((tx) => listOfBuyer(tx, buyerAgencyId));
  for (const row of all.filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')) {
    const account = await db.asSystem((tx) =>
      findStripe(tx, secrets, { agencyId: row.agency_id, id: row.stripe_account_id }),
    );
    if (account === undefined) continue;
    const { subscriptions } = openStripe(services, account.key);
    await orWords(() => subscriptions.cancel(row.subscription_id).catch(ignoreGone));
  }
}

/** An already cancelled subscription is no error. */
function ignoreGone(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return;
  throw error;
}

/** The handlers of a seller's calls about its buyers in contract/selling/memberships.ts. */
export const wlUserCalls = {
  'fetch-wl-users': outside(async (_input, { user, services }) => {
    const rows = await services.db.asSystem((tx) => listBuyers(tx, user.agencyId));
    return { message: '', data: rows.map(present) };
  }),

  'change-wl-profile': outside(async ({ id, name }, { user, services, origin }) => {
    await services.db.asSystem(async (tx) => {
      const row = await own(tx, { user, id });
      await updateOwnName(tx, { agencyId: row.agency_id, id, name });
      await audit(tx, { user, origin, action: 'buyer-edited', ...subjectOf(row) });
      await audit(tx, { ...bySeller(row), action: 'edited-by-seller' });
    });
    return { message: messages.wlUserUpdated, data: null };
  }),

  'change-wl-password': outside(async (input, context) => {
    const { user, services, origin } = context;
    const { db } = services;
    const { id } = input;
    await db.asSystem((tx) => own(tx, { user, id }));
    await confirmPassword(context, input.password);
    const passwordHash = await hashToSet(input.new_password, context);
    await db.asSystem(async (tx) => {
      const row = await own(tx, { user, id });
      const { agency_id: agencyId, name } = row;
      await updateNameAndPassword(tx, { agencyId, id, name, passwordHash, byAgency: true });
      await deleteSessionsOf(tx, { userId: id, exceptId: null });
      await deleteLoginLinks(tx, { userId: id });
      await audit(tx, { user, origin, action: 'buyer-edited', ...subjectOf(row) });
      await audit(tx, { ...bySeller(row), action: 'edited-by-seller' });
    });
    return { message: messages.wlPasswordChanged, data: null };
  }),

  'delete-wl-users': outside(async ({ id }, { user, services, now, origin }) => {
    const { agency_id: agencyId } = await services.db.asSystem((tx) => own(tx, { user, id }));
    await cancelSubscriptions(services, agencyId);
    await services.db.asSystem(async (tx) => {
      const row = await own(tx, { user, id });
      await closeAgency(tx, { agencyId, now });
      await audit(tx, { user, origin, action: 'buyer-deleted', ...subjectOf(row) });
    });
    return { message: messages.wlUserDeleted, data: null };
  }),
} satisfies Partial<Handlers>;
