/** The queries of the recipients of mails about watched keywords, and of the new finds. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NewFind } from './mails.ts';

type Who = { agencyId: string; userId: string };

/** Whether a person gets mails about new finds. */
export async function isMailed(tx: Tx, { agencyId, userId }: Who): Promise<boolean> {
  const row = await tx
    .selectFrom('keyword_mails')
    .select('user_id')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns a person's mails on, for finds from now on. */
export async function insertMails(tx: Tx, { agencyId, userId, now }: Who & { now: Date }): Promise<void> {
  await sql`
    insert into keyword_mails (user_id, agency_id, wished_at, mailed_find)
    select ${userId}, ${agencyId}, ${now}, coalesce(max(id), 0) from keyword_finds where agency_id = ${agencyId}
    on conflict do nothing`.execute(tx);
}

/** Turns a person's mails off. */
export async function deleteMails(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('keyword_mails').where('user_id', '=', userId).execute();
}

/** A person who may be due a mail. */
export type DueMail = {
  agencyId: string;
  userId: string;
  name: string;
  email: string;
  agency: string;
  timezone: string;
  mailedOn: string;
};

/** People who want mails and have finds that have not been mailed to them. */
export async function listDueMails(tx: Tx): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select m.agency_id as "agencyId", m.user_id as "userId", u.name, u.email, g.name as agency, g.timezone,
      m.mailed_on as "mailedOn"
    from keyword_mails m
    join users u on u.id = m.user_id
    join agencies g on g.id = m.agency_id
    where u.deleted_at is null and g.deleting_at is null and g.lapsed_at is null
      and exists (select from keyword_finds f where f.agency_id = m.agency_id and f.id > m.mailed_find)
    order by m.user_id`.execute(tx);
  return rows;
}

/**
 * Locks the agency's keywords, and so waits for the finds that are being written: ids are assigned before they are
 * visible, and a find that becomes visible later with a smaller id would never be mailed.
 */
export async function lockKeywords(tx: Tx, agencyId: string): Promise<void> {
  await tx
    .selectFrom('watched_keywords')
    .select('id')
    .where('agency_id', '=', agencyId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Records a person's mail of a day; null if there was one already, else the last find that was mailed to them before.
 */
export async function takeMail(tx: Tx, { agencyId, userId, day }: Who & { day: string }): Promise<string | null> {
  const row = await tx
    .updateTable('keyword_mails')
    .set({ mailed_on: day })
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('mailed_on', '<', day)
    .returning('mailed_find')
    .executeTakeFirst();
  return row?.mailed_find ?? null;
}

/** Records the last find that was mailed to a person. */
export async function noteMailed(tx: Tx, { agencyId, userId, find }: Who & { find: string }): Promise<void> {
  await tx
    .updateTable('keyword_mails')
    .set({ mailed_find: find })
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * The finds after a find: the latest `each` of a keyword, by client and keyword; and the last find of all, null if
 * there is no new one.
 */
export async function listNewFinds(
  tx: Tx,
  { agencyId, since, each }: { agencyId: string; since: string; each: number },
): Promise<{ finds: NewFind[]; last: string | null }> {
  const { rows } = await sql<NewFind & { last: string }>`
    select client, keyword, source, title, url, count, last
    from (
      select f.id, u.name as client, w.keyword, w.id as keyword_id, f.source, f.title, f.url,
        (row_number() over (partition by w.id order by f.id desc))::int as place,
        (count(*) over (partition by w.id))::int as count,
        max(f.id) over () as last
      from keyword_finds f
      join watched_keywords w on w.id = f.keyword_id
      join users u on u.id = w.client_id
      where f.agency_id = ${agencyId} and f.id > ${since} and u.deleted_at is null
    ) found
    where place <= ${each}
    order by lower(client), lower(keyword), keyword_id, id desc`.execute(tx);
  return { finds: rows, last: rows[0]?.last ?? null };
}
