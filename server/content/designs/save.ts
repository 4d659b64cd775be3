import { openDesign } from '#contract/content/designs-document.ts';
import { storedDocument } from '#contract/content/designs.ts';
import { messages } from '#contract/messages.ts';
import type { Input } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import { finishedSize } from '#rules/design/layers.ts';
import { refuseUpload } from '#rules/uploads.ts';
import { UserError, type OutsideContext, type ReceivedFile, type Services } from '../../base/handlers.ts';
import { addressesIn, filesBehind, eraseFile, insertFile, replaceUses, takeGrown } from '../../base/files/index.ts';
import {
  bodyOf,
  dropFile,
  headOf,
  previewImage,
  storeFile,
  type JudgedFile,
  type StoredNames,
} from '../../base/media/index.ts';
import { withCopies } from '../stock/index.ts';
import { fontFilesIn } from '../fonts/index.ts';
import { findClient } from '../../people/users/index.ts';
import { chosenIn, copiesIn, wakeCopying, wakeDrawing } from './copying.ts';
import { wantDrawing } from './drawing-queries.ts';
import { presentDesign } from './present.ts';
import { bytesOfDesign, findDesign, insertDesign, lockDesign, updateDesign } from './queries.ts';

type Preview = JudgedFile & StoredNames;
type Outcome = { id: string; revision: number; before: StoredNames | null };

/**
 * Stores a design with its preview, and records the files in it: all of them must be the agency's own, or search
 * results, which a job copies afterwards. The previous thumbnail is deleted.
 */
export async function saveDesign(
  input: Input<'save-thumbnail'>,
  context: OutsideContext,
): Promise<{ id: string; revision: number }> {
  const { services, transaction, file } = context;
  const preview = file === null ? null : await storedPreview(file, context);
  const { before, ...saved } = await transaction((tx) => save(tx, { input, preview, context })).catch(
    async (error: unknown) => {
      if (preview !== null) await dropFile(services.storage, preview);
      throw error;
    },
  );
  if (before !== null) await dropFile(services.storage, before);
  return saved;
}

async function storedPreview(
  file: ReceivedFile,
  { user: { agencyId }, services, signal }: OutsideContext,
): Promise<Preview> {
  const refusal = refuseUpload('libraryImage', { ...file, fileName: 'preview.png', head: await headOf(file.path) });
  if (refusal !== null) throw new UserError(messages[refusal], { status: refusal === 'invalidFileType' ? 422 : 413 });
  const picture = await previewImage({ path: file.path, agencyId, signal });
  if (typeof picture === 'string') throw new UserError(messages[picture], { status: 422 });
  const judged: JudgedFile = {
    kind: 'image',
    extension: 'png',
    contentType: 'image/png',
    ...(await bodyOf(file.path)),
    width: picture.width,
    height: picture.height,
    durationMs: null,
    thumbnail: null,
  };
  return { ...judged, ...(await storeFile(services.storage, judged)) };
}

async function save(
  tx: Tx,
  {
    input: { id, name, data: sent, client_id: clientId, revision, finish },
    preview,
    context: { user, now, services },
  }: { input: Input<'save-thumbnail'>; preview: Preview | null; context: OutsideContext },
): Promise<Outcome> {
  const { agencyId } = user;
  const before = id === undefined ? null : await lockedDesign(tx, { agencyId, id, revision });
  const bytesBefore = id === undefined ? 0 : await bytesOfDesign(tx, { agencyId, id });
  if (clientId !== undefined && (await findClient(tx, { agencyId, id: clientId })) === undefined)
    throw new UserError(messages.notFound, { status: 404 });
  const chosen = chosenIn(sent, services);
  const copies = id === undefined ? {} : await copiesIn(tx, { agencyId, id, found: chosen });
  const document = withCopies(sent, { copies, shape: storedDocument });
  const files = await filesBehind(tx, { agencyId, addresses: addressesIn(document) });
  const thumbnailFileId =
    preview === null
      ? (before?.thumbnail_file_id ?? null)
      : await insertFile(tx, { ...preview, title: name, agencyId, createdBy: user.id, now });
  const design = { agencyId, name, clientId: clientId ?? null, document, copies, thumbnailFileId, now };
  const saved =
    id === undefined
      ? { id: await insertDesign(tx, { ...design, createdBy: user.id }), revision: 1 }
      : { id, revision: await updateDesign(tx, { ...design, id }) };
  const fileIds = [...files.values()].map((file) => file.id);
  const fontIds = await fontFilesIn(tx, { agencyId, document });
  await replaceUses(tx, { agencyId, user: { designId: saved.id }, fileIds: [...fileIds, ...fontIds] });
  if (chosen.some((address) => copies[address] === undefined)) await wakeCopying(tx, { agencyId, id: saved.id });
  if (finish === 'now') await finishDesign(tx, { ...saved, agencyId, userId: user.id, document, services, now });
  const earlier = before?.thumbnail_file_id ?? null;
  const gone = preview === null || earlier === null ? null : await eraseFile(tx, { agencyId, id: earlier });
  const grownBytes = (await bytesOfDesign(tx, { agencyId, id: saved.id })) - bytesBefore;
  await takeGrown(tx, { agencyId, quotaBytes: services.config.uploadQuotaBytes, grownBytes });
  return { ...saved, before: gone };
}

type Finishing = {
  id: string;
  revision: number;
  agencyId: string;
  userId: string;
  document: object;
  services: Services;
  now: Date;
};

/** Starts drawing the finished picture of a design that was just saved. */
async function finishDesign(tx: Tx, { id, document, services, ...more }: Finishing): Promise<void> {
  const size = finishedSize(openDesign(document).design);
  const drawing = await wantDrawing(tx, { ...more, ...size, designId: id });
  const { agencyId } = more;
  if (drawing.isToBeDrawn) await wakeDrawing(tx, { agencyId, id, drawingId: drawing.id, document, services });
}

/** The stored design, locked; throws if it does not exist or was saved since it was opened. */
async function lockedDesign(
  tx: Tx,
  { agencyId, id, revision }: { agencyId: string; id: string; revision: number | undefined },
): Promise<{ thumbnail_file_id: string | null }> {
  const before = await lockDesign(tx, { agencyId, id });
  if (before === undefined) throw new UserError(messages.notFound, { status: 404 });
  if (revision === undefined || revision === before.revision) return before;
  const current = await findDesign(tx, { agencyId, id });
  throw new UserError(messages.changedMeanwhile, {
    status: 409,
    ...(current && { data: { current: presentDesign(current) } }),
  });
}
