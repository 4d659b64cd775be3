import { messages } from '#contract/messages.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { pageOfOrder, readOrderCursor } from '../../base/lists/list-order.ts';
import { presentProgress, presentVideo } from './present.ts';
import { countVideos, deleteVideoRow, findVideos, listVideos, videoOrder } from './queries.ts';
import { beginRender } from './render-calls.ts';
import { saveVideo } from './save.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

/** Calls for video projects. */
export const videoCalls = {
  'save-video': async (input, context) => {
    const data = await saveVideo(input, context);
    if (input.type === 'render') await beginRender(context, data.id);
    return { message: input.type === 'render' ? messages.renderBegun : messages.videoSaved, data };
  },

  'fetch-videos': async ({ id, search = '', sort, cursor }, { user: { agencyId }, tx }) => {
    if (id !== undefined) {
      const rows = await findVideos(tx, { agencyId, ids: [id] });
      if (rows.length === 0) throw notFound();
      return { message: '', data: { items: rows.map(presentVideo), next: null, total: 1 } };
    }
    const filter = { agencyId, search };
    const order = videoOrder(sort);
    const after = readOrderCursor(cursor, order);
    const { rows, next } = pageOfOrder(await listVideos(tx, { ...filter, order, after }), order);
    return { message: '', data: { items: rows.map(presentVideo), next, total: await countVideos(tx, filter) } };
  },

  'get-video-progress': async ({ id, ids }, { user: { agencyId }, tx }) => {
    const rows = await findVideos(tx, { agencyId, ids: ids ?? (id === undefined ? [] : [id]) });
    if (ids !== undefined) return { message: '', data: rows.map(presentProgress) };
    const [row] = rows;
    if (row === undefined) throw notFound();
    return { message: '', data: presentProgress(row) };
  },

  'delete-video': async ({ id }, { user: { agencyId }, tx }) => {
    if (!(await deleteVideoRow(tx, { agencyId, id }))) throw notFound();
    return { message: messages.videoDeleted, data: null };
  },
} satisfies Partial<Handlers>;
