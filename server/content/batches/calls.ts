import { openDesign } from '#contract/content/designs-document.ts';
import { messages } from '#contract/messages.ts';
import type { Batch } from '#contract/content/batches.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Context, type Handlers } from '../../base/handlers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { findDesign } from '../designs/index.ts';
import { listKits } from '../brand-kits/index.ts';
import { idAfter, pageOf } from '../../base/lists/paging.ts';
import { insertStream, lockStream } from '../streams/index.ts';
import { presentBatch } from './present.ts';
import {
  chooseFor,
  countBatches,
  findBatch,
  hasBatchItem,
  insertBatch,
  listBatches,
  listBatchItems,
  restartBatch,
  stopBatch,
  type NewBatchItem,
} from './queries.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });
type Caller = Pick<Context, 'user' | 'tx' | 'now'>;

async function designOf({ user, tx }: Caller, id: string) {
  const row = await findDesign(tx, { agencyId: user.agencyId, id });
  if (row === undefined) throw notFound();
  return { name: row.name, design: openDesign(row.document).design };
}

/** An existing stream of images, or a new one by its title. */
async function streamFor(
  { user: { agencyId, id: createdBy }, tx, now }: Caller,
  { id, title }: { id: string | undefined; title: string },
): Promise<string> {
  if (id === undefined)
    return insertStream(tx, {
      agencyId,
      type: 'image',
      title: title.slice(0, 200),
      tags: '',
      description: 'Made by the image creator',
      createdBy,
      now,
    });
  const type = await lockStream(tx, { agencyId, id });
  if (type === undefined) throw notFound();
  if (type !== 'image') throw new UserError(messages.streamTypeMismatch, { status: 422 });
  return id;
}

type Beginning = { designId: string; kind: 'texts' | 'clients'; name: string; document: unknown };

async function begin(
  { user, tx, now }: Caller,
  { designId, kind, name, document }: Beginning,
  items: readonly NewBatchItem[],
): Promise<Batch> {
  const { agencyId } = user;
  const batch = { agencyId, designId, kind, name, document, createdBy: user.id, now };
  const id = await insertBatch(tx, batch, items);
  await enqueueJob(tx, jobs.drawBatch, { batchId: id });
  return shown(tx, { agencyId, id });
}

async function shown(tx: Tx, key: { agencyId: string; id: string }): Promise<Batch> {
  const row = await findBatch(tx, key);
  if (row === undefined) throw notFound();
  return presentBatch(row, await listBatchItems(tx, { agencyId: key.agencyId, batchId: key.id }));
}

/** Calls for batches of designs. */
export const batchCalls = {
  'pour-design': async ({ id, rows, content_stream_id: streamId, stream_title: title }, context) => {
    const { name, design } = await designOf(context, id);
    const texts = new Set(design.layers.flatMap((layer) => (layer.kind === 'text' ? [layer.id] : [])));
    if (rows.some((row) => Object.keys(row.texts).some((layer) => !texts.has(layer))))
      throw new UserError(messages.noTextLayer, { status: 422 });
    const into = await streamFor(context, { id: streamId, title: title ?? name });
    const items = rows.map((row, at) => ({
      title: row.title === '' ? (Object.values(row.texts)[0]?.slice(0, 300) ?? `${name} ${at + 1}`) : row.title,
      texts: row.texts,
      clientId: null,
      streamId: into,
    }));
    const data = await begin(context, { designId: id, kind: 'texts', name, document: design }, items);
    return { message: messages.batchBegun, data };
  },

  'apply-to-roster': async ({ id, targets }, context) => {
    const { agencyId } = context.user;
    const { name, design } = await designOf(context, id);
    const clientIds = [...new Set(targets.map(({ client_id: client }) => client))];
    const clients = await listKits(context.tx, { agencyId, search: '', clientIds, beforeId: null, most: 100 });
    const items: NewBatchItem[] = [];
    for (const { client_id: clientId, content_stream_id: streamId } of targets) {
      const client = clients.find((each) => each.client_id === clientId);
      if (client === undefined) throw notFound();
      if (client.colours === null) throw new UserError(`${client.client}: ${messages.kitMissing}`, { status: 422 });
      const into = await streamFor(context, { id: streamId, title: `${client.client}: ${name}` });
      items.push({ title: `${name} · ${client.client}`.slice(0, 300), texts: {}, clientId, streamId: into });
    }
    const data = await begin(context, { designId: id, kind: 'clients', name, document: design }, items);
    return { message: messages.batchBegun, data };
  },

  'fetch-batches': async ({ id, cursor }, { user: { agencyId }, tx }) => {
    if (id !== undefined)
      return { message: '', data: { items: [await shown(tx, { agencyId, id })], next: null, total: 1 } };
    const { rows, next } = pageOf(await listBatches(tx, { agencyId, beforeId: idAfter(cursor) }));
    const items = rows.map((row) => presentBatch(row));
    return { message: '', data: { items, next, total: await countBatches(tx, agencyId) } };
  },

  'cancel-batch': async ({ id }, { user: { agencyId }, tx }) => {
    if (!(await stopBatch(tx, { agencyId, id }))) throw notFound();
    return { message: messages.batchStopped, data: null };
  },

  'retry-batch': async ({ id }, { user: { agencyId }, tx }) => {
    if (!(await restartBatch(tx, { agencyId, id }))) throw notFound();
    await enqueueJob(tx, jobs.drawBatch, { batchId: id });
    return { message: messages.batchBegun, data: null };
  },

  'settle-batch-item': async ({ id, choice }, { user: { agencyId }, tx }) => {
    const batchId = await chooseFor(tx, { agencyId, id, choice });
    // Already decided, for example in another tab: nothing is left to do.
    if (batchId === undefined) {
      if (await hasBatchItem(tx, { agencyId, id })) return { message: '', data: null };
      throw notFound();
    }
    if (choice !== 'skip') {
      await restartBatch(tx, { agencyId, id: batchId });
      await enqueueJob(tx, jobs.drawBatch, { batchId });
    }
    return { message: '', data: null };
  },
} satisfies Partial<Handlers>;
