/** Links by which clients connect their accounts, in the table `connect_links`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { byTime } from '../../base/retention/index.ts';

/** Why a link ended before its time. */
export type LinkEnd = 'revoked' | 'paused' | 'deleted';

/** A link with its creator and its connected accounts. */
export type LinkRow = {
  id: string;
  client_id: string;
  made_by: string | null;
  mailed_to: string | null;
  uses: number;
  used_at: Date | null;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_why: LinkEnd | null;
  accounts: { type: NetworkId; username: string }[];
};

const mostLinks = 50;
const shownDays = 120;

const linkRows = (where: ReturnType<typeof sql>) => sql<LinkRow>`
  select l.id, l.client_id, maker.name as made_by, l.mailed_to, l.uses, l.used_at, l.created_at, l.expires_at,
    l.ended_at, l.ended_why,
    coalesce((
      select json_agg(json_build_object('type', a.network, 'username', a.username) order by a.id)
      from social_accounts a
      where a.connect_link_id = l.id and a.deleted_at is null
    ), '[]') as accounts
  from connect_links l
  left join users maker on maker.id = l.made_by
  where ${where}
  order by l.id desc
  limit ${mostLinks}`;

/** Links that are no longer shown; the accounts that they connected stay. */
export const oldLinks = byTime({ table: 'connect_links', column: 'expires_at', days: shownDays });

/** A client's links of the last months, the newest first. */
export async function listLinks(
  tx: Tx,
  { agencyId, clientId, now }: { agencyId: string; clientId: string; now: Date },
): Promise<LinkRow[]> {
  const since = new Date(now.getTime() - shownDays * 86_400_000);
  return (
    await linkRows(sql`l.agency_id = ${agencyId} and l.client_id = ${clientId} and l.expires_at > ${since}`).execute(tx)
  ).rows;
}

/** One link of the agency, or undefined. */
export async function findLink(
  tx: Tx,
  { agencyId, id }: { agencyId: string; id: string },
): Promise<LinkRow | undefined> {
  return (await linkRows(sql`l.agency_id = ${agencyId} and l.id = ${id}`).execute(tx)).rows[0];
}

/** Stores a new link; one that is mailed has no token yet. Returns its id. */
export async function insertLink(
  tx: Tx,
  link: {
    agencyId: string;
    clientId: string;
    madeBy: string;
    tokenHash: Buffer | null;
    mailedTo: string | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<string> {
  const row = await tx
    .insertInto('connect_links')
    .values({
      agency_id: link.agencyId,
      client_id: link.clientId,
      made_by: link.madeBy,
      token_hash: link.tokenHash,
      mailed_to: link.mailedTo,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Sets the token of a link to be mailed, once: a retried mail uses the token that the first try may have sent, which is
 * stored encrypted until the mail is known to be sent. Returns the recipient and the content; undefined if the mail was
 * sent already, or if the link has ended meanwhile.
 */
export async function giveToken(
  tx: Tx,
  {
    agencyId,
    id,
    tokenHash,
    sealed,
    now,
  }: { agencyId: string; id: string; tokenHash: Buffer; sealed: string; now: Date },
) {
  const given = await tx
    .updateTable('connect_links')
    .set((row) => ({
      token_hash: sql<Buffer>`coalesce(${row.ref('token_hash')}, ${tokenHash})`,
      unsent_token: sql<string>`case when ${row.ref('token_hash')} is null then ${sealed}
        else ${row.ref('unsent_token')} end`,
    }))
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .where('mailed_to', 'is not', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('unsent_token')
    .executeTakeFirst();
  if (given === undefined || given.unsent_token === '') return undefined;
  return tx
    .selectFrom('connect_links as l')
    .innerJoin('agencies as g', 'g.id', 'l.agency_id')
    .innerJoin('users as client', 'client.id', 'l.client_id')
    .leftJoin('users as maker', 'maker.id', 'l.made_by')
    .select([
      'l.mailed_to',
      'l.unsent_token',
      'l.created_at',
      'l.expires_at',
      'g.name as agency',
      'client.name as client',
      'maker.name as maker',
    ])
    .where('l.id', '=', id)
    .executeTakeFirst();
}

/** Deletes the stored token of a link whose mail was sent. */
export async function forgetUnsentToken(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<void> {
  await tx
    .updateTable('connect_links')
    .set({ unsent_token: '' })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .execute();
}

/** A link by its token, in any agency, with its agency. */
export const findByToken = (tx: Tx, tokenHash: Buffer) =>
  tx
    .selectFrom('connect_links as l')
    .innerJoin('agencies as g', 'g.id', 'l.agency_id')
    .innerJoin('users as client', 'client.id', 'l.client_id')
    .leftJoin('files as f', 'f.id', 'g.logo_file_id')
    .select([
      'l.id',
      'l.agency_id',
      'l.client_id',
      'l.expires_at',
      'l.ended_at',
      'g.name as agency',
      'f.name as logo',
      'client.deleted_at as client_deleted_at',
    ])
    .where('l.token_hash', '=', tokenHash)
    .executeTakeFirst();

/**
 * Counts an opening of a valid link; false if it has ended meanwhile. A concurrent revocation waits, and then ends this
 * use too.
 */
export async function useLink(tx: Tx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const used = await tx
    .updateTable('connect_links')
    .set((row) => ({ uses: sql<number>`${row.ref('uses')} + 1`, used_at: now }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Ends a valid link; false if it has ended already. */
export async function endLink(
  tx: Tx,
  { agencyId, id, now }: { agencyId: string; id: string; now: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable('connect_links')
    .set({ ended_at: now, ended_why: 'revoked', unsent_token: '' })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends all valid links of a client; returns their ids. */
export async function endLinksOfClient(
  tx: Tx,
  { agencyId, clientId, why, now }: { agencyId: string; clientId: string; why: LinkEnd; now: Date },
): Promise<string[]> {
  const ended = await tx
    .updateTable('connect_links')
    .set({ ended_at: now, ended_why: why, unsent_token: '' })
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** The link behind a session; undefined without one. */
export const findLinkOfSession = (tx: Tx, { agencyId, sessionId }: { agencyId: string; sessionId: string }) =>
  tx
    .selectFrom('connect_links as l')
    .innerJoin('sessions as s', 's.connect_link_id', 'l.id')
    .leftJoin('users as maker', 'maker.id', 'l.made_by')
    .select(['l.id', 'l.expires_at', 'maker.name as made_by'])
    .where('l.agency_id', '=', agencyId)
    .where('s.id', '=', sessionId)
    .executeTakeFirst();

/** Ends the open links of every agency; returns how many. */
export async function endAllLinks(tx: Tx, now: Date): Promise<number> {
  const ended = await tx
    .updateTable('connect_links')
    .set({ ended_at: now, ended_why: 'revoked', unsent_token: '' })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  return ended.length;
}
