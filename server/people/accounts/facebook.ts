/** Choosing one of the pages and groups that a log-in at Facebook gives. */
import { z } from 'zod';
import type { FacebookTarget } from '#contract/people/accounts-connect.ts';
import { messages } from '#contract/messages.ts';
import type { Consented, FreshAccount } from '#networks/network.ts';
import { outside, UserError, type Handlers, type OutsideContext } from '../../base/handlers.ts';
import { complete } from './complete.ts';
import { consentAdapter } from './consent-app.ts';
import { storeAccount, storeByHand } from './store.ts';
import { advanceTicket, updateTicket, type TicketRow } from './ticket-queries.ts';
import { openFound, sealFound, visitOf } from './visit.ts';

const facebookGroups = 'https://www.facebook.com/groups/';
const texts = z.record(z.string(), z.string());
const foundShape = z.object({
  accounts: z.array(
    z.object({
      externalId: z.string(),
      username: z.string(),
      profile: texts,
      credentials: texts,
      expiresAt: z.coerce.date().nullable().default(null),
    }),
  ),
  next: texts.nullable(),
});
type Found = z.output<typeof foundShape>;

const categoryOf = ({ profile }: Pick<FreshAccount, 'profile'>): FacebookTarget['category'] =>
  profile['category'] === 'group' ? 'group' : 'page';

/** The key of an entry in the list: a page's name, a group's identity. */
const identityOf = (account: FreshAccount): string =>
  categoryOf(account) === 'page' ? `page ${account.username}` : `group ${account.externalId}`;

/** The list plus Facebook's next entries; repeated ones are unchanged. */
function joinFound(
  before: Found | undefined,
  consented: Extract<Consented, { kind: 'connected' }>,
): { found: Found; added: FreshAccount[] } {
  const known = new Set(before?.accounts.map(identityOf));
  const added = consented.accounts.filter((account) => {
    const isNew = !known.has(identityOf(account));
    known.add(identityOf(account));
    return isNew;
  });
  const accounts = [
    ...(before?.accounts ?? []),
    ...added.map((account) => foundShape.shape.accounts.element.parse(account)),
  ];
  return { found: { accounts, next: consented.next === null ? null : { ...consented.next } }, added };
}

const presentTarget = (account: FreshAccount): FacebookTarget => ({
  fb_id: account.externalId,
  title: account.username,
  category: categoryOf(account),
});

/** The visit to whose list the choice belongs. */
async function choosing(
  { state, holderId }: { state: string; holderId?: string },
  { user, now, transaction }: OutsideContext,
): Promise<TicketRow> {
  const ticket = await transaction((tx) =>
    advanceTicket(tx, {
      agencyId: user.agencyId,
      userId: user.id,
      ...(holderId === undefined ? {} : { holderId }),
      tokenHash: Buffer.from(state, 'hex'),
      network: 'facebook',
      from: 'choosing',
      to: 'choosing',
      now,
    }),
  );
  if (ticket === undefined) throw new UserError(messages.visitOver, { status: 404 });
  return ticket;
}

/** Calls for choosing a page or group. */
export const facebookCalls = {
  'facebook-targets': outside(async (input, context) => {
    const { services, transaction, signal } = context;
    const isFirst = input.code !== '' || input.error !== '';
    const { ticket, before, consented } = isFirst
      ? { before: undefined, ...(await complete('facebook', input, context)) }
      : await more();
    const { found, added } = joinFound(before, consented);
    await transaction((tx) =>
      updateTicket(tx, {
        agencyId: ticket.agency_id,
        id: ticket.id,
        state: 'choosing',
        found: sealFound(services, ticket, found),
      }),
    );
    return { message: '', data: { targets: added.map(presentTarget), more: found.next !== null } };

    async function more() {
      const row = await choosing({ state: input.state }, context);
      const known = foundShape.parse(openFound(services, row));
      const consent = consentAdapter('facebook', services)?.consent;
      if (known.next === null || consent?.more === undefined) throw new UserError(messages.notFound, { status: 404 });
      const answer = await consent.more(known.next, { signal });
      if (answer.kind === 'refused') throw new UserError(answer.message, { status: 422 });
      return { ticket: row, before: known, consented: answer };
    }
  }),

  'save-facebook': outside(async (input, context) => {
    const { services, transaction } = context;
    const ticket = await choosing({ state: input.token, holderId: input.user_id }, context);
    const adapter = consentAdapter('facebook', services);
    if (adapter === undefined) throw new UserError(messages.networkUnavailable);
    const given = foundShape
      .parse(openFound(services, ticket) ?? { accounts: [], next: null })
      .accounts.find((account) => account.externalId === input.fb_id && categoryOf(account) === input.category);
    if (given === undefined) throw new UserError(messages.notFound, { status: 404 });
    const { app } = visitOf(services, ticket, 'facebook');
    return transaction(async (tx) => {
      const { holder_id: holderId } = ticket;
      // Meta no longer lets apps post to groups, so a person does it.
      const stored =
        input.category === 'group'
          ? await storeByHand(
              tx,
              {
                network: 'facebook',
                holderId,
                externalId: given.externalId,
                name: given.username,
                url: `${facebookGroups}${given.externalId}`,
              },
              context,
            )
          : await storeAccount(tx, { adapter, holderId, given, appClientId: app.clientId }, context);
      await updateTicket(tx, {
        agencyId: ticket.agency_id,
        id: ticket.id,
        state: 'connected',
        message: stored.message,
        found: '',
      });
      return { message: stored.message, data: { user_id: ticket.holder_id, account: stored.data } };
    });
  }),
} satisfies Partial<Handlers>;
