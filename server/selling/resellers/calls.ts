import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { ResellerAccount } from '#contract/selling/resellers.ts';
import type { Tx } from '#db/database.ts';
import { passedOn, plansOf } from '#rules/plans.ts';
import { insertAgency } from '../../people/agency/index.ts';
import { audit } from '../../base/audit/index.ts';
import { deleteLoginLinks, deleteSessionsOf } from '../../people/auth/index.ts';
import { updateNameAndPassword, insertOwner, isTakenEmail, updateMembership } from '../../people/users/index.ts';
import { outside, UserError, type Handlers, type OutsideContext } from '../../base/handlers.ts';
import { countInvitation, credentialsMail } from '../../base/mail/index.ts';
import { idAfter, pageOf } from '../../base/lists/paging.ts';
import { hashToSet } from '../../base/secrets/set-password.ts';
import { saved, versionOf } from '../../base/lib/versions.ts';
import { closeAgency } from './close.ts';
import { countResellers, listResellers, lockReseller, type ResellerRow } from './queries.ts';

type Doer = Pick<OutsideContext, 'user' | 'now' | 'origin'>;

/** The stored fields that the form edits. */
const stateOf = ({ name, membership }: ResellerRow) => ({ name, plans: plansOf(membership) });

const presentReseller = (row: ResellerRow): ResellerAccount => ({
  id: row.id,
  name: row.name,
  email: row.email,
  membership: row.membership,
  created: row.created_at.toISOString(),
  version: versionOf(stateOf(row)),
});

/** The handlers of the calls in contract/selling/resellers.ts. */
export const resellerCalls = {
  'fetch-reseller-accounts': outside(async (input, { user, services }) => {
    const filter = { sellerAgencyId: user.agencyId, search: input.search ?? '' };
    const before = idAfter(input.cursor);
    return services.db.asSystem(async (tx) => {
      const { rows, next } = pageOf(await listResellers(tx, { ...filter, before }), (row) => row.agency_id);
      return { message: '', data: { items: rows.map(presentReseller), next, total: await countResellers(tx, filter) } };
    });
  }),

  reseller: outside(async (input, context) => {
    const { id } = input;
    const passwordHash = await hashToSet(input.password, context);
    const row = await context.services.db.asSystem((tx) =>
      id === undefined ? create(tx, { input, passwordHash }, context) : edit(tx, { id, input, passwordHash }, context),
    );
    // The same message for both, on purpose.
    return { message: messages.resellerCreated, data: presentReseller(row) };
  }),

  'delete-reseller-accounts': outside(async (input, { user, services, now, origin }) => {
    await services.db.asSystem(async (tx) => {
      const account = await own(tx, { sellerAgencyId: user.agencyId, id: input.id });
      await closeAgency(tx, { agencyId: account.agency_id, now });
      await audit(tx, { user, origin, action: 'reseller-deleted', ...subjectOf(account) });
    });
    return { message: messages.resellerDeleted, data: null };
  }),

  'invite-reseller': outside(async (input, { user, services, now, origin }) => {
    await services.db.asSystem(async (tx) => {
      const account = await own(tx, { sellerAgencyId: user.agencyId, id: input.id });
      await countInvitation(tx, { agencyId: user.agencyId, email: account.email, now });
      await credentialsMail(tx, { id: account.id, agencyId: account.agency_id });
      await audit(tx, { user, origin, action: 'reseller-link-sent', ...subjectOf(account) });
    });
    return { message: messages.passwordLinkSent, data: null };
  }),
} satisfies Partial<Handlers>;

type Wish = { input: Input<'reseller'>; passwordHash: string | null };

/** Creates an agency with its owner, named after the owner until the profile is changed. */
async function create(tx: Tx, { input, passwordHash }: Wish, { user, now, origin }: Doer): Promise<ResellerRow> {
  const { name, email } = input;
  if (name === undefined || email === undefined || passwordHash === null)
    throw new Error('a reseller account to be created came without name, email or password');
  const membership = membershipFor(input.plans ?? plansOf(user.membership), user.membership);
  const agencyId = await insertAgency(tx, { name, sellerAgencyId: user.agencyId });
  let id: string;
  try {
    // A person under a brand cannot escape it by creating an account with another brand.
    id = await insertOwner(tx, {
      agencyId,
      name,
      email,
      passwordHash,
      membership,
      isReseller: true,
      isWhiteLabel: user.isWhiteLabel,
    });
  } catch (error) {
    if (isTakenEmail(error))
      throw new UserError(messages.emailTaken, { status: 409, errors: { email: messages.emailTaken } });
    throw error;
  }
  if (input.send) {
    await countInvitation(tx, { agencyId: user.agencyId, email, now });
    await credentialsMail(tx, { id, agencyId });
  }
  const account = await own(tx, { sellerAgencyId: user.agencyId, id });
  await audit(tx, { user, origin, action: 'reseller-added', ...subjectOf(account) });
  await audit(tx, { ...bySeller(account), action: 'owner-created', subjectKind: 'owner', subjectId: id });
  return account;
}

async function edit(
  tx: Tx,
  { id, input, passwordHash }: Wish & { id: string },
  { user, origin }: Doer,
): Promise<ResellerRow> {
  const key = { sellerAgencyId: user.agencyId, id };
  const before = await own(tx, key);
  const { name } = saved(stateOf(before), input);
  await updateNameAndPassword(tx, { agencyId: before.agency_id, id, name, passwordHash, byAgency: true });
  // Plans that the account already has may stay, even if its creator no longer has them.
  if (input.plans !== undefined)
    await updateMembership(tx, {
      id,
      membership: membershipFor(input.plans, `${user.membership}__${before.membership}`),
    });
  if (passwordHash !== null) {
    await deleteSessionsOf(tx, { userId: id, exceptId: null });
    await deleteLoginLinks(tx, { userId: id });
  }
  const account = await own(tx, key);
  await audit(tx, { user, origin, action: 'reseller-edited', ...subjectOf(account) });
  await audit(tx, { ...bySeller(account), action: 'edited-by-seller', subjectKind: 'owner', subjectId: id });
  return account;
}

function membershipFor(plans: readonly string[], held: string): string {
  const membership = passedOn(plans, held);
  if (membership === null)
    throw new UserError(messages.planNotYours, { status: 422, errors: { plans: messages.planNotYours } });
  return membership;
}

/** The reseller account, if this agency has created it; throws a 404 otherwise. */
async function own(tx: Tx, key: { sellerAgencyId: string; id: string }): Promise<ResellerRow> {
  const account = await lockReseller(tx, key);
  if (account === undefined) throw new UserError(messages.notFound, { status: 404 });
  return account;
}

/** The entry itself names the account, because a reader of the log cannot see the account's agency. */
const subjectOf = ({ id, name }: ResellerRow) => ({ subjectKind: 'reseller', subjectId: id, details: { name } });

/** The account's own agency can read the action, but not by whom or from where. */
const bySeller = ({ id, agency_id: agencyId }: ResellerRow) => ({
  user: { id, agencyId, impersonated: false },
  origin: { address: 'seller' },
});
