import { messages } from '#contract/messages.ts';
import type { SavedProspect } from '#contract/insights/prospects.ts';
import type { Tx } from '#db/database.ts';
import { mostProspects, prospectStateNames } from '#rules/prospects.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { csvOf } from '../../base/lists/csv.ts';
import { plainName } from '../../base/lib/plain-name.ts';
import { saved, versionOf } from '../../base/lib/versions.ts';
import {
  deleteListRow,
  deleteProspectRow,
  findList,
  insertList,
  insertProspects,
  isNameTaken,
  listLists,
  listKnownBusinesses,
  listProspects,
  lockList,
  lockNames,
  lockProspect,
  renameList,
  updateProspect,
  type ListRow,
  type ProspectRow,
} from './prospect-queries.ts';

type Key = { agencyId: string; id: string };

const notFound = () => new UserError(messages.notFound, { status: 404 });

const stateOf = ({ state, notes }: Pick<ProspectRow, 'state' | 'notes'>) => ({ state, notes });

const presentList = ({ id, name, created_at: created, count }: ListRow) => ({
  id,
  name,
  created: created.toISOString(),
  count: Number(count),
});

const presentProspect = ({ added_at: added, ...row }: ProspectRow): SavedProspect => ({
  ...row,
  added: added.toISOString(),
  version: versionOf(stateOf(row)),
});

async function oneList(tx: Tx, key: Key): Promise<ListRow> {
  const row = await findList(tx, key);
  if (row === undefined) throw notFound();
  return row;
}

const heads = ['Name', 'State', 'Notes', 'Address', 'Phone', 'Email', 'Site', 'Hours', 'Latitude', 'Longitude', 'Map'];

const cells = (row: ProspectRow) => [
  row.name,
  prospectStateNames[row.state],
  row.notes,
  row.address,
  row.phone ?? '',
  row.email ?? '',
  row.site ?? '',
  row.hours ?? '',
  row.latitude,
  row.longitude,
  row.page_url,
];

/** The handlers of the calls in contract/insights/prospects.ts. */
export const prospectCalls = {
  'fetch-prospect-lists': async (_input, { user: { agencyId }, tx }) => ({
    message: '',
    data: (await listLists(tx, agencyId)).map(presentList),
  }),

  'save-prospect-list': async ({ id, name }, { user, tx, now }) => {
    const { agencyId } = user;
    if (id !== undefined) await oneList(tx, { agencyId, id });
    await lockNames(tx, agencyId);
    if (await isNameTaken(tx, { agencyId, name, exceptId: id ?? null }))
      throw new UserError(messages.prospectListKnown, { status: 422, errors: { name: messages.prospectListKnown } });
    if (id !== undefined && !(await renameList(tx, { agencyId, id, name }))) throw notFound();
    const listId = id ?? (await insertList(tx, { agencyId, name, createdBy: user.id, now }));
    if (listId === null) throw new UserError(messages.prospectListsFull);
    return { message: messages.prospectListSaved, data: presentList(await oneList(tx, { agencyId, id: listId })) };
  },

  'delete-prospect-list': async ({ id }, { user: { agencyId }, tx }) => {
    if (!(await deleteListRow(tx, { agencyId, id }))) throw notFound();
    return { message: messages.prospectListDeleted, data: null };
  },

  'fetch-prospects': async ({ list_id: id }, { user: { agencyId }, tx }) => {
    const { name } = await oneList(tx, { agencyId, id });
    return { message: '', data: { name, items: (await listProspects(tx, { agencyId, id })).map(presentProspect) } };
  },

  'add-prospects': async ({ list_id: id, businesses }, { user: { agencyId }, tx, now }) => {
    if (!(await lockList(tx, { agencyId, id }))) throw notFound();
    const there = await listKnownBusinesses(tx, { agencyId, id });
    const fresh = [...new Map(businesses.map((each) => [each.place, each])).values()].filter(
      ({ place }) => !there.has(place),
    );
    if (there.size + fresh.length > mostProspects) throw new UserError(messages.prospectsFull);
    if (fresh.length > 0) await insertProspects(tx, { agencyId, listId: id, businesses: fresh, now });
    const known = businesses.length - fresh.length;
    return {
      message: fresh.length === 0 ? messages.prospectsKnown : messages.prospectsAdded,
      data: { added: fresh.length, known },
    };
  },

  'edit-prospect': async ({ id, ...input }, { user: { agencyId }, tx }) => {
    const key = { agencyId, id };
    const row = await lockProspect(tx, key);
    if (row === undefined) throw notFound();
    const state = saved(stateOf(row), input, { notes: '' });
    await updateProspect(tx, { ...key, ...state });
    return { message: messages.prospectSaved, data: presentProspect({ ...row, ...state }) };
  },

  'remove-prospect': async ({ id }, { user: { agencyId }, tx }) => {
    if (!(await deleteProspectRow(tx, { agencyId, id }))) throw notFound();
    return { message: messages.prospectRemoved, data: null };
  },

  'export-prospects': async ({ list_id: id }, { user: { agencyId }, tx }) => {
    const { name } = await oneList(tx, { agencyId, id });
    const rows = await listProspects(tx, { agencyId, id });
    const parts = ['businesses', plainName(name).toLowerCase()].filter((part) => part !== '');
    return {
      message: '',
      data: { file_name: `${parts.join('-')}.csv`, csv: csvOf([heads, ...rows.map(cells)]) },
    };
  },
} satisfies Partial<Handlers>;
