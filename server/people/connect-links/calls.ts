/** Calls for the links by which clients connect their accounts. */
import type { OpenedLink } from '#contract/people/connect-links.ts';
import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { listAccounts, stoppedFor } from '../accounts/index.ts';
import { findAgency, holdProcessing, isProcessingStopped } from '../agency/index.ts';
import { audit } from '../../base/audit/index.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { countTries, type Limit } from '../../base/limits/index.ts';
import { deleteLinkSessions, insertLinkSession } from '../auth/index.ts';
import { findClient } from '../users/index.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import {
  outside,
  UserError,
  type Handlers,
  type OutsideContext,
  type PublicOutsideContext,
  type Reply,
} from '../../base/handlers.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { countInvitation, connectLinkMail } from '../../base/mail/index.ts';
import { hashToken, newToken } from '../../base/secrets/tokens.ts';
import { presentLink } from './present.ts';
import { endLink, findByToken, findLink, findLinkOfSession, insertLink, listLinks, useLink } from './queries.ts';

/** Limits: openings of links by one address, and links that one person mails to clients. */
const openedByAddress: Limit = { name: 'connect-link-address', most: 60, seconds: 300 };
const mailedByUser: Limit = { name: 'connect-mail-user', most: 30, seconds: 3600 };

const day = 86_400_000;
const hour = 3_600_000;
const notFound = (): UserError => new UserError(messages.notFound, { status: 404 });

async function make(input: Input<'make-connect-link'>, { user, services, now, origin, transaction }: OutsideContext) {
  const { agencyId } = user;
  const { token, hash } = newToken();
  // Counted in its own transaction, so that it stays counted if the rest is refused.
  if (input.send) await countTries({ transaction, now }, [[mailedByUser, user.id]], messages.connectMailTooMany);
  const { row, site } = await transaction(async (tx) => {
    const client = await findClient(tx, { agencyId, id: input.client_id });
    if (client === undefined) throw notFound();
    if (input.send) await countInvitation(tx, { agencyId, email: client.email, now });
    if (client.paused_at !== null) throw new UserError(messages.connectLinkPaused);
    if (await isProcessingStopped(tx, agencyId)) throw new UserError(stoppedFor(user));
    const id = await insertLink(tx, {
      agencyId,
      clientId: client.id,
      madeBy: user.id,
      tokenHash: input.send ? null : hash,
      mailedTo: input.send ? client.email : null,
      now,
      expiresAt: new Date(now.getTime() + input.days * day),
    });
    if (input.send) await connectLinkMail(tx, { agencyId, linkId: id });
    await audit(tx, {
      user,
      origin,
      action: 'connect-link-made',
      subjectKind: 'client',
      subjectId: client.id,
      details: { days: input.days, mailed: input.send },
    });
    return { row: await findLink(tx, { agencyId, id }), site: originOf(await brandOf(tx), services.config) };
  });
  if (row === undefined) throw new Error('a link just made is not visible to its agency');
  return {
    message: input.send ? messages.connectLinkMailed : messages.connectLinkMade,
    data: { link: presentLink(row, now), url: input.send ? null : `${site}/connect/${token}` },
  };
}

async function open(
  { token }: Input<'open-connect-link'>,
  { origin, now, transaction }: PublicOutsideContext,
): Promise<Reply<OpenedLink>> {
  await countTries({ transaction, now }, [[openedByAddress, addressPrefix(origin.address)]], messages.tooMany);
  const session = newToken();
  return transaction(async (tx) => {
    const link = await findByToken(tx, hashToken(token));
    if (link === undefined) throw notFound();
    const agency = { name: link.agency, logo: fileAddress(link.logo) };
    const ended = (why: 'expired' | 'revoked'): Reply<OpenedLink> => ({
      message: '',
      data: { state: 'ended', why, agency },
    });
    if (link.ended_at !== null || link.client_deleted_at !== null) return ended('revoked');
    if (link.expires_at <= now) return ended('expired');
    // A person who is ending the link waits for this, and then ends this session too.
    if ((await holdProcessing(tx, link.agency_id)).isStopped)
      return { message: '', data: { state: 'stopped', expires: link.expires_at.toISOString(), agency } };
    if (!(await useLink(tx, { id: link.id, now }))) return ended('revoked');
    const expiresAt = new Date(Math.min(link.expires_at.getTime(), now.getTime() + hour));
    await insertLinkSession(tx, {
      agencyId: link.agency_id,
      userId: link.client_id,
      linkId: link.id,
      tokenHash: session.hash,
      expiresAt,
      now,
      ...origin,
    });
    const user = { id: link.client_id, agencyId: link.agency_id, impersonated: false };
    await audit(tx, { user, origin, action: 'connect-link-opened', subjectKind: 'client', subjectId: link.client_id });
    return { message: '', data: { state: 'open', token: session.token } };
  });
}

/** Calls for connect links. The permissions of their holders are in rules/permissions.ts. */
export const connectLinkCalls = {
  'make-connect-link': outside(make),

  'fetch-connect-links': async (input, { user, tx, now }) => {
    const key = { agencyId: user.agencyId, clientId: input.client_id };
    if ((await findClient(tx, { agencyId: key.agencyId, id: key.clientId })) === undefined) throw notFound();
    return { message: '', data: (await listLinks(tx, { ...key, now })).map((row) => presentLink(row, now)) };
  },

  'end-connect-link': async (input, { user, tx, now, origin }) => {
    const { agencyId } = user;
    const link = await findLink(tx, { agencyId, id: input.id });
    if (link === undefined) throw notFound();
    if (await endLink(tx, { agencyId, id: link.id, now })) {
      await deleteLinkSessions(tx, { agencyId, linkIds: [link.id] });
      await audit(tx, {
        user,
        origin,
        action: 'connect-link-revoked',
        subjectKind: 'client',
        subjectId: link.client_id,
      });
    }
    return { message: messages.connectLinkRevoked, data: null };
  },

  'open-connect-link': outside(open),

  'fetch-connect-page': async (_input, { user, tx }) => {
    const { agencyId } = user;
    const agency = await findAgency(tx, agencyId);
    const link = await findLinkOfSession(tx, { agencyId, sessionId: user.sessionId });
    const accounts = await listAccounts(tx, { agencyId, userId: user.id });
    return {
      message: '',
      data: {
        agency: { name: agency.name, logo: fileAddress(agency.logo_name) },
        user_id: user.id,
        name: user.name,
        link: link === undefined ? null : { expires: link.expires_at.toISOString(), made_by: link.made_by ?? '' },
        accounts: accounts.map(({ id, network, username, status, by_hand }) => ({
          id,
          type: network,
          username,
          status,
          by_hand,
        })),
      },
    };
  },
} satisfies Partial<Handlers>;
