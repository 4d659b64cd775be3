import { openDesign } from '#contract/content/designs-document.ts';
import { storedDocument } from '#contract/content/designs.ts';
import { messages } from '#contract/messages.ts';
import { drawOpened, openDesignFiles } from '#render/design/draw-picture.ts';
import { problemsOf, repaired, type Problem } from '#render/layout/design/index.ts';
import { applyKit } from '#rules/design/apply-kit.ts';
import type { Design } from '#rules/design/design.ts';
import type { Kit } from '#rules/design/kit.ts';
import { finishedSize } from '#rules/design/layers.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { filesOfDesign, keepPicture, type FilesOfDesign } from '../designs/index.ts';
import { kitOf, listKits } from '../brand-kits/index.ts';
import { listCredits } from '../../base/files/index.ts';
import { takeAllFound } from '../stock/index.ts';
import { insertItems, lockStream, withCredits } from '../streams/index.ts';
import {
  endBatch,
  findRunning,
  listWaiting,
  lockWaiting,
  settleItem,
  type RunningBatch,
  type WaitingItem,
} from './job-queries.ts';

/**
 * Draws the waiting pictures of a batch: all are checked first, and unfit ones wait for a person; the others are added
 * to their streams one by one, in order. May be repeated: settled pictures are skipped.
 */
export const drawBatch = jobs.drawBatch.handledBy((services) => async ({ batchId }, { signal }) => {
  const { db } = services;
  const batch = await db.asSystem((tx) => findRunning(tx, batchId));
  if (batch === undefined) return;
  const items = await db.asSystem((tx) => listWaiting(tx, batchId));
  const { agencyId } = batch;
  const document = await documentOf(services, { batch, signal });
  if ('message' in document) {
    for (const { id } of items)
      await db.asSystem((tx) => settleItem(tx, { id, state: 'failed', message: document.message }));
    return db.asSystem((tx) => endBatch(tx, batchId));
  }
  const { design } = openDesign(document.copied);
  const kits = await kitsOf(services, { agencyId, items });
  const files = await filesOfDesign(services, { agencyId, document: { design, logos: [...kits.values()] } });
  const run: Run = { services, agencyId, userId: batch.userId, files, signal };
  const fit: Made[] = [];
  for (const item of items) {
    const made = madeOf(item, { design, kits });
    if (made === null) await settle(run, { id: item.id, state: 'failed', message: messages.kitMissing });
    else if (await isFit(run, made)) fit.push(made);
  }
  for (const made of fit) {
    if (signal.aborted || !(await drawOne(run, made))) break;
  }
  await db.asSystem((tx) => endBatch(tx, batchId));
});

/** The design with copies of its search results; the message of what cannot be copied. */
async function documentOf(
  services: Services,
  { batch: { agencyId, document, userId }, signal }: { batch: RunningBatch; signal: AbortSignal },
): Promise<{ copied: object } | { message: string }> {
  try {
    const { document: copied } = await takeAllFound(
      { services, transaction: (work) => services.db.asAgency(agencyId, work) },
      {
        document: storedDocument.parse(document),
        shape: storedDocument,
        agencyId,
        userId,
        media: ['image'],
        now: services.clock(),
        signal,
      },
    );
    return { copied };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { message: error.message };
  }
}

type Run = {
  services: Services;
  agencyId: string;
  userId: string | null;
  files: FilesOfDesign;
  signal: AbortSignal;
};
/** A picture of the batch to draw. */
type Made = { item: WaitingItem; design: Design };

async function kitsOf(
  { db }: Services,
  { agencyId, items }: { agencyId: string; items: readonly WaitingItem[] },
): Promise<Map<string, Kit>> {
  const clientIds = items.flatMap(({ clientId }) => clientId ?? []);
  const filter = { agencyId, search: '', clientIds, beforeId: null, most: 1_000 };
  const rows = clientIds.length === 0 ? [] : await db.asAgency(agencyId, (tx) => listKits(tx, filter));
  return new Map(
    rows.flatMap((row) => {
      const kit = kitOf(row);
      return kit === null ? [] : [[row.client_id, kit] as const];
    }),
  );
}

/** The design with an item's texts, or in its client's kit; null if there is none. */
function madeOf(item: WaitingItem, { design, kits }: { design: Design; kits: ReadonlyMap<string, Kit> }): Made | null {
  const kit = item.clientId === null ? undefined : kits.get(item.clientId);
  if (Object.keys(item.texts).length === 0 && item.clientId !== null)
    return kit === undefined ? null : { item, design: applyKit(design, kit) };
  const layers = design.layers.map((layer) => {
    const text = item.texts[layer.id];
    return layer.kind === 'text' && text !== undefined ? { ...layer, text } : layer;
  });
  return { item, design: { ...design, layers } };
}

const settle = ({ services }: Run, outcome: Parameters<typeof settleItem>[1]): Promise<void> =>
  services.db.asSystem((tx) => settleItem(tx, outcome));

/** Whether a picture can be drawn. Repairs it if a person has chosen so, and otherwise leaves it to a person. */
async function isFit(run: Run, made: Made): Promise<boolean> {
  const { item } = made;
  if (item.choice === 'keep') return true;
  const { means } = await openDesignFiles(made.design, run.files.files);
  let problems = problemsOf(made.design, means);
  if (problems.length > 0 && item.choice === 'repair') {
    made.design = repaired(made.design, problems);
    problems = problemsOf(made.design, means);
  }
  if (problems.length === 0) return true;
  await settle(run, { id: item.id, state: 'unfit', message: wordsOf(problems) });
  return false;
}

/** The problems, one sentence for each text. */
function wordsOf(problems: readonly Problem[]): string {
  const words = {
    contrast: 'can hardly be read on its background',
    overflow: 'runs out of the picture',
    small: 'is too long and would be very small',
  };
  return problems.map(({ kind, text }) => `“${shortened(text)}” ${words[kind]}.`).join(' ');
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text);

/** Draws a picture and adds it to its stream; returns whether the batch is still running. */
async function drawOne(run: Run, { item, design }: Made): Promise<boolean> {
  const { services, agencyId, userId, files, signal } = run;
  const { db } = services;
  if (!(await db.asSystem((tx) => lockWaiting(tx, item.id)))) return false;
  try {
    const opened = await openDesignFiles(design, files.files);
    if (opened.missing.length > 0) throw new UserError(messages.fileGone);
    const { bytes } = await drawOpened(design, { size: finishedSize(design), opened, format: 'png' });
    const picture = { agencyId, userId, title: item.title, bytes, madeFrom: files.fileIds, signal };
    const file = await keepPicture(services, picture);
    return await db.asAgency(agencyId, async (tx) => {
      if (!(await lockWaiting(tx, item.id))) return false;
      const { streamId } = item;
      if (streamId === null || (await lockStream(tx, { agencyId, id: streamId })) === undefined)
        throw new UserError('The content stream no longer exists.');
      const description = withCredits('', await listCredits(tx, { agencyId, fileId: file.id }));
      const words = { title: item.title, description, fileId: file.id };
      await insertItems(tx, { agencyId, streamId, format: 'text', items: [words], now: services.clock() });
      await settleItem(tx, { id: item.id, state: 'ready', fileId: file.id });
      return true;
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    await settle(run, { id: item.id, state: 'failed', message: error.message });
    return true;
  }
}
