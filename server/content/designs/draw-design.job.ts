import { openDesign } from '#contract/content/designs-document.ts';
import { drawPicture, type DrawnPicture } from '#render/design/draw-picture.ts';
import { finishedSize } from '#rules/design/layers.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { filesOfDesign } from './design-files.ts';
import { keepPicture } from './keep-picture.ts';
import { completeDesign } from './queries.ts';
import { findWaiting, settleDrawing, type WaitingDrawing } from './drawing-queries.ts';

/** Draws a design in a size and stores the picture in the library. May be repeated: finished pictures are skipped. */
export const drawDesign = jobs.drawDesign.handledBy((services) => async ({ drawingId }, { signal }) => {
  const { db } = services;
  const waiting = await db.asSystem((tx) => findWaiting(tx, drawingId));
  if (waiting === undefined) return;
  const fail = (message: string) => db.asSystem((tx) => settleDrawing(tx, { id: drawingId, message }));
  if (!waiting.isCurrent) return fail('This image was saved again meanwhile. Please try again.');
  try {
    const { fileIds, drawn } = await draw(services, waiting);
    if (drawn.missing.length > 0)
      return await fail('A picture in this image no longer exists. Please replace it and try again.');
    const { agencyId, userId, name: title, designId: id, revision } = waiting;
    const picture = { agencyId, userId, title, bytes: drawn.bytes, madeFrom: fileIds, signal };
    const file = await keepPicture(services, picture);
    await db.asSystem(async (tx) => {
      await settleDrawing(tx, { id: drawingId, fileId: file.id });
      // A picture in a network's size is a download; it does not replace the design's finished picture.
      if (isFinished(waiting)) await completeDesign(tx, { agencyId, id, revision, fileId: file.id });
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    await fail(error.message);
  }
});

function isFinished({ document, width, height }: WaitingDrawing): boolean {
  const size = finishedSize(openDesign(document).design);
  return size.width === width && size.height === height;
}

async function draw(
  services: Services,
  { agencyId, document, width, height }: WaitingDrawing,
): Promise<{ drawn: DrawnPicture; fileIds: string[] }> {
  const { design } = openDesign(document);
  const { files, fileIds } = await filesOfDesign(services, { agencyId, document: design });
  return { drawn: await drawPicture(design, { size: { width, height }, files, format: 'png' }), fileIds };
}
