import { messages } from '#contract/messages.ts';
import type { ClientKit } from '#contract/content/brand-kits.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { idAfter, pageSize } from '../../base/lists/paging.ts';
import { filesBehind } from '../../base/files/index.ts';
import { findClient } from '../../people/users/index.ts';
import { presentKit } from './present.ts';
import { countKits, deleteKitRow, listKits, putKit } from './queries.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

async function oneKit(tx: Tx, key: { agencyId: string; clientId: string }): Promise<ClientKit> {
  const { agencyId, clientId } = key;
  const [row] = await listKits(tx, { agencyId, search: '', clientIds: [clientId], beforeId: null });
  if (row === undefined) throw notFound();
  return presentKit(row);
}

/** The file of a logo; throws unless it is a picture of the agency's library. */
async function logoFile(tx: Tx, { agencyId, logo }: { agencyId: string; logo: string }): Promise<string | null> {
  if (logo === '') return null;
  const file = (await filesBehind(tx, { agencyId, addresses: [logo] })).get(logo);
  if (file === undefined || file.kind !== 'image')
    throw new UserError(messages.fileGone, { status: 422, errors: { logo: messages.fileGone } });
  return file.id;
}

/** Calls for clients' brand kits. */
export const kitCalls = {
  'fetch-kits': async ({ client_id: clientId, search = '', cursor }, { user: { agencyId }, tx }) => {
    if (clientId !== undefined)
      return { message: '', data: { items: [await oneKit(tx, { agencyId, clientId })], next: null, total: 1 } };
    const filter = { agencyId, search, clientIds: null };
    const rows = await listKits(tx, { ...filter, beforeId: idAfter(cursor) });
    const items = rows.slice(0, pageSize).map(presentKit);
    const next = rows.length > pageSize ? (items.at(-1)?.client_id ?? null) : null;
    return { message: '', data: { items, next, total: await countKits(tx, filter) } };
  },

  'save-kit': async ({ client_id: clientId, logo, colours, fonts }, { user: { agencyId }, tx, now }) => {
    if ((await findClient(tx, { agencyId, id: clientId })) === undefined) throw notFound();
    const logoFileId = await logoFile(tx, { agencyId, logo });
    await putKit(tx, { agencyId, clientId, logoFileId, colours, fonts, now });
    return { message: messages.kitSaved, data: await oneKit(tx, { agencyId, clientId }) };
  },

  'delete-kit': async ({ client_id: clientId }, { user: { agencyId }, tx }) => {
    if (!(await deleteKitRow(tx, { agencyId, clientId }))) throw notFound();
    return { message: messages.kitDeleted, data: null };
  },
} satisfies Partial<Handlers>;
