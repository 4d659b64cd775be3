import { bulkWords } from '#contract/base/bulk.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { findClient } from '../../people/users/index.ts';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { eachRow } from '../../base/lists/each-row.ts';
import { pageOfOrder, readOrderCursor } from '../../base/lists/list-order.ts';
import { saved } from '../../base/lib/versions.ts';
import { addGivenTexts, rewordItem } from './write-texts.ts';
import { deleteStream } from './delete.ts';
import { deleteItems, deleteSeveral, restoreSeveral } from './delete-items.ts';
import { fetchFileTitles, settleFileTitles } from './file-titles.ts';
import { editSeveral } from './edit-several.ts';
import { findItem, listItems, listItemsAfter, type ItemCursor } from './item-queries.ts';
import { moveItem, orderItems } from './order-queries.ts';
import { presentItem, presentStream, streamWords } from './present.ts';
import {
  countLiving,
  countStreams,
  findStream,
  insertStream,
  listStreams,
  lockStream,
  lockStreamToChange,
  streamOrder,
  updateStreamClient,
  updateStreamWords,
  type StreamRow,
} from './queries.ts';
import { pushFile } from './push.ts';
import { uploadFile } from './upload.ts';

const itemsPerPage = 100;

/** A cursor of a stream's items: '7.123' continues after item 123 at position 7. */
function readCursor(cursor: string | undefined): ItemCursor | null {
  if (cursor === undefined || cursor === '') return null;
  const match = /^(\d{1,9})\.([1-9]\d{0,17})$/.exec(cursor);
  if (!match) throw new UserError('This page of the list is not known. Please reload.', { status: 422 });
  return { sequence: Number(match[1]), id: match[2] ?? '' };
}

const notFound = () => new UserError(messages.notFound, { status: 404 });

const found = (stream: StreamRow | undefined): StreamRow => {
  if (stream === undefined) throw notFound();
  return stream;
};

async function mustKnowClient(tx: Tx, client: { agencyId: string; id: string }): Promise<void> {
  if ((await findClient(tx, client)) === undefined) throw notFound();
}

/** Says which client a stream is for. Throws a 404 for a client that the agency does not have. */
async function setClient(tx: Tx, stream: { agencyId: string; id: string; clientId: string | null }): Promise<void> {
  const { agencyId, clientId } = stream;
  if (clientId !== null) await mustKnowClient(tx, { agencyId, id: clientId });
  await updateStreamClient(tx, stream);
}

/** Calls for content streams and their items. */
export const streamCalls = {
  'content-stream': async (input, { user, tx, now }) => {
    const { agencyId } = user;
    if (input.id === undefined) {
      if (input.type === undefined) throw new Error('a stream to be created came without type');
      const words = saved({ title: '', tags: '', description: '' }, { ...input, version: undefined });
      const id = await insertStream(tx, { ...words, agencyId, type: input.type, createdBy: user.id, now });
      if (input.client_id !== undefined) await setClient(tx, { agencyId, id, clientId: input.client_id });
      return { message: messages.streamCreated, data: [presentStream(found(await findStream(tx, { agencyId, id })))] };
    }
    const key = { agencyId, id: input.id };
    const type = await lockStream(tx, key);
    if (type === undefined) throw notFound();
    if (input.type !== undefined && type !== input.type)
      throw new UserError(messages.streamTypeLocked, { status: 409, errors: { type: messages.streamTypeLocked } });
    if (input.client_id !== undefined) await setClient(tx, { ...key, clientId: input.client_id });
    await updateStreamWords(tx, {
      ...key,
      ...saved(streamWords(found(await findStream(tx, key))), input, { tags: '' }),
    });
    return { message: messages.streamUpdated, data: [presentStream(found(await findStream(tx, key)))] };
  },

  'fetch-streams': async (input, { user, tx }) => {
    const { search = '', type = null, state = null, kind, client_id: clientId = null } = input;
    const filter = { agencyId: user.agencyId, search, type, state, kind, clientId };
    if (clientId !== null) await mustKnowClient(tx, { agencyId: user.agencyId, id: clientId });
    const order = streamOrder(input.sort);
    const after = readOrderCursor(input.cursor, order);
    const { rows, next } = pageOfOrder(await listStreams(tx, { ...filter, order, after }), order);
    return { message: '', data: { items: rows.map(presentStream), next, total: await countStreams(tx, filter) } };
  },

  'fetch-stream': async (input, { user, tx }) => {
    const { agencyId } = user;
    const stream = found(await findStream(tx, { agencyId, id: input.id }));
    const rows = await listItemsAfter(tx, {
      agencyId,
      streamId: stream.id,
      after: readCursor(input.cursor),
      limit: itemsPerPage + 1,
    });
    const shown = rows.slice(0, itemsPerPage);
    const last = shown.at(-1);
    const next = rows.length > itemsPerPage && last !== undefined ? `${last.sequence}.${last.id}` : null;
    return { message: '', data: { stream: presentStream(stream), items: shown.map(presentItem), next } };
  },

  stream: outside(uploadFile),

  'push-to-content-stream': outside(pushFile),

  'text-stream': outside(addGivenTexts),

  'update-stream': outside(rewordItem),

  'update-stream-items': editSeveral,

  'fetch-file-titles': fetchFileTitles,

  'settle-file-titles': settleFileTitles,

  'reorder-stream': async (input, { user, tx }) => {
    const key = { agencyId: user.agencyId, streamId: input.content_stream_id };
    if ((await lockStreamToChange(tx, { agencyId: user.agencyId, id: key.streamId })) === undefined) throw notFound();
    const wanted = new Set(input.ids);
    const items = await listItems(tx, key);
    if (
      wanted.size !== input.ids.length ||
      items.length !== wanted.size ||
      items.some((item) => !wanted.has(item.id))
    ) {
      throw new UserError(messages.orderIncomplete);
    }
    await orderItems(tx, { ...key, ids: input.ids });
    return { message: messages.reordered, data: null };
  },

  'move-stream-item': async ({ id, after_id: afterId }, { user, tx }) => {
    const { agencyId } = user;
    const item = await findItem(tx, { agencyId, id });
    if (item === undefined || (await lockStreamToChange(tx, { agencyId, id: item.stream_id })) === undefined)
      throw notFound();
    // Searched for after locking: deleting an item takes the same lock.
    const itemIds = afterId === null ? [id] : [id, afterId];
    for (const itemId of itemIds)
      if ((await findItem(tx, { agencyId, id: itemId }))?.stream_id !== item.stream_id) throw notFound();
    if (afterId !== id) await moveItem(tx, { agencyId, streamId: item.stream_id, id, afterId });
    return { message: messages.reordered, data: null };
  },

  'delete-stream-file': async (input, { user, tx, now }) => {
    const { agencyId } = user;
    const item = await findItem(tx, { agencyId, id: input.id });
    if (item === undefined) throw notFound();
    await deleteItems(tx, { agencyId, streamId: item.stream_id, ids: [input.id], now });
    return { message: messages.fileDeleted, data: null };
  },

  'delete-stream-files': deleteSeveral,

  'restore-stream-files': restoreSeveral,

  'delete-stream': async (input, { user, tx, now }) => {
    await deleteStream(tx, { agencyId: user.agencyId, id: input.id, now });
    return { message: messages.streamDeleted, data: null };
  },

  'delete-streams': outside(async ({ ids }, { user: { agencyId }, now, transaction }) => {
    const data = await eachRow({
      ids,
      countThere: (some) => transaction((tx) => countLiving(tx, { agencyId, ids: some })),
      work: (id) => transaction((tx) => deleteStream(tx, { agencyId, id, now })),
    });
    return { message: bulkWords('Deleted', data, 'stream'), data };
  }),
} satisfies Partial<Handlers>;
