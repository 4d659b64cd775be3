/** The queries of saved businesses, in the tables `prospect_lists` and `prospects`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { mostProspectLists, mostProspects, type ProspectState } from '#rules/prospects.ts';

type Key = { agencyId: string; id: string };

/** A business to save. */
export type NewProspect = {
  place: string;
  name: string;
  address: string;
  site: string | null;
  phone: string | null;
  email: string | null;
  hours: string | null;
  latitude: number;
  longitude: number;
  page_url: string;
  state?: ProspectState | undefined;
  notes?: string | undefined;
};

const listRows = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('prospect_lists as l')
    .select((of) => [
      'l.id',
      'l.name',
      'l.created_at',
      of
        .selectFrom('prospects as p')
        .select((own) => own.fn.countAll<string>().as('count'))
        .whereRef('p.list_id', '=', 'l.id')
        .as('count'),
    ])
    .where('l.agency_id', '=', agencyId);

/** The lists of an agency by name. */
export const listLists = (tx: Tx, agencyId: string) =>
  listRows(tx, agencyId)
    .orderBy(sql`lower(l.name)`)
    .orderBy('l.id')
    .execute();
export type ListRow = Awaited<ReturnType<typeof listLists>>[number];

/** One list, or undefined. */
export const findList = (tx: Tx, { agencyId, id }: Key): Promise<ListRow | undefined> =>
  listRows(tx, agencyId).where('l.id', '=', id).executeTakeFirst();

/** Makes other changes of the agency's list names wait until the transaction ends. */
export async function lockNames(tx: Tx, agencyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('prospect-lists', ${agencyId}::bigint))`.execute(tx);
}

/** Whether the agency has another list (not `exceptId`) with this name, ignoring case. */
export async function isNameTaken(
  tx: Tx,
  { agencyId, name, exceptId }: { agencyId: string; name: string; exceptId: string | null },
): Promise<boolean> {
  const row = await tx
    .selectFrom('prospect_lists')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .$if(exceptId !== null, (rows) => rows.where('id', '<>', exceptId ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** Creates a list; null if the agency has reached the limit. */
export async function insertList(
  tx: Tx,
  { agencyId, name, createdBy, now }: { agencyId: string; name: string; createdBy: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into prospect_lists (agency_id, name, created_by, created_at)
    select ${agencyId}, ${name}, ${createdBy}, ${now}
    where (select count(*) from prospect_lists where agency_id = ${agencyId}) < ${mostProspectLists}
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Renames a list; false if there is none. */
export async function renameList(tx: Tx, { agencyId, id, name }: Key & { name: string }): Promise<boolean> {
  const row = await tx
    .updateTable('prospect_lists')
    .set({ name })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a list with its businesses; false if there is none. */
export async function deleteListRow(tx: Tx, { agencyId, id }: Key): Promise<boolean> {
  const row = await tx
    .deleteFrom('prospect_lists')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a list so that businesses can be added; false if there is none. */
export async function lockList(tx: Tx, { agencyId, id }: Key): Promise<boolean> {
  const row = await tx
    .selectFrom('prospect_lists')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

const prospectRows = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('prospects')
    .select([
      'id',
      'place',
      'name',
      'address',
      'site',
      'phone',
      'email',
      'hours',
      'latitude',
      'longitude',
      'page_url',
      'state',
      'notes',
      'added_at',
    ])
    .where('agency_id', '=', agencyId);

/** The businesses of a list as they were saved. */
export const listProspects = (tx: Tx, { agencyId, id }: Key) =>
  prospectRows(tx, agencyId).where('list_id', '=', id).orderBy('id').limit(mostProspects).execute();
export type ProspectRow = Awaited<ReturnType<typeof listProspects>>[number];

/** The map places of a list's businesses. */
export const listKnownBusinesses = async (tx: Tx, { agencyId, id }: Key): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('prospects')
    .select('place')
    .where('agency_id', '=', agencyId)
    .where('list_id', '=', id)
    .execute();
  return new Set(rows.map(({ place }) => place));
};

/** One business, locked; undefined if there is none. */
export const lockProspect = (tx: Tx, { agencyId, id }: Key): Promise<ProspectRow | undefined> =>
  prospectRows(tx, agencyId).where('id', '=', id).forUpdate().executeTakeFirst();

/** Saves businesses in a list whose row is locked. */
export async function insertProspects(
  tx: Tx,
  { agencyId, listId, businesses, now }: { agencyId: string; listId: string; businesses: NewProspect[]; now: Date },
): Promise<void> {
  await tx
    .insertInto('prospects')
    .values(
      businesses.map(({ state = 'new', notes = '', ...business }) => ({
        ...business,
        state,
        notes,
        agency_id: agencyId,
        list_id: listId,
        added_at: now,
      })),
    )
    .execute();
}

/** Records the state of the contact with a business. */
export async function updateProspect(
  tx: Tx,
  { agencyId, id, state, notes }: Key & { state: ProspectState; notes: string },
): Promise<void> {
  await tx
    .updateTable('prospects')
    .set({ state, notes })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .execute();
}

/** Removes a business from its list; false if there is none. */
export async function deleteProspectRow(tx: Tx, { agencyId, id }: Key): Promise<boolean> {
  const row = await tx
    .deleteFrom('prospects')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
