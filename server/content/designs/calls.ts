import { messages } from '#contract/messages.ts';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { pageOfOrder, readOrderCursor } from '../../base/lists/list-order.ts';
import { eraseFile } from '../../base/files/index.ts';
import { dropFile } from '../../base/media/index.ts';
import { presentDesign } from './present.ts';
import { countDesigns, deleteDesignRow, designOrder, findDesign, listDesigns } from './queries.ts';
import { saveDesign } from './save.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

/** Calls for designs of the image creator. */
export const designCalls = {
  'save-thumbnail': outside(async (input, context) => ({
    message: messages.imageSaved,
    data: await saveDesign(input, context),
  })),

  'fetch-thumbnails': async ({ id, search = '', sort, cursor }, { user: { agencyId }, tx }) => {
    if (id !== undefined) {
      const row = await findDesign(tx, { agencyId, id });
      if (row === undefined) throw notFound();
      return { message: '', data: { items: [presentDesign(row)], next: null, total: 1 } };
    }
    const filter = { agencyId, search };
    const order = designOrder(sort);
    const after = readOrderCursor(cursor, order);
    const { rows, next } = pageOfOrder(await listDesigns(tx, { ...filter, order, after }), order);
    return { message: '', data: { items: rows.map(presentDesign), next, total: await countDesigns(tx, filter) } };
  },

  'delete-thumbnail': outside(async ({ id }, { user: { agencyId }, services, transaction }) => {
    const gone = await transaction(async (tx) => {
      const row = await deleteDesignRow(tx, { agencyId, id });
      if (row === undefined) throw notFound();
      return row.thumbnail_file_id === null ? null : eraseFile(tx, { agencyId, id: row.thumbnail_file_id });
    });
    if (gone !== null) await dropFile(services.storage, gone);
    return { message: messages.imageDeleted, data: null };
  }),
} satisfies Partial<Handlers>;
