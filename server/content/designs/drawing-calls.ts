import { messages } from '#contract/messages.ts';
import type { Data } from '#contract/index.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { findDesign } from './queries.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { wakeDrawing } from './copying.ts';
import { findDrawing, wantDrawing, type DrawingRow } from './drawing-queries.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

const present = ({ id, state, name, message }: DrawingRow): Data<'fetch-drawing'> => ({
  id,
  // The library may have deleted the file since.
  state: state === 'ready' && name === null ? 'failed' : state,
  url: fileAddress(name),
  message: state === 'ready' && name === null ? messages.fileGone : message,
});

/** Calls for the finished pictures of designs. */
export const drawingCalls = {
  'draw-design': async ({ id: designId, width, height }, { user, tx, now, services }) => {
    const { agencyId, id: userId } = user;
    const design = await findDesign(tx, { agencyId, id: designId });
    if (design === undefined) throw notFound();
    const wanted = { agencyId, designId, revision: design.revision, width, height, userId, now };
    const { id, isToBeDrawn } = await wantDrawing(tx, wanted);
    if (isToBeDrawn)
      await wakeDrawing(tx, { agencyId, id: designId, drawingId: id, document: design.document, services });
    const row = await findDrawing(tx, { agencyId, id });
    if (row === undefined) throw new Error('a picture just wanted is not there');
    return { message: '', data: present(row) };
  },

  'fetch-drawing': async ({ id }, { user: { agencyId }, tx }) => {
    const row = await findDrawing(tx, { agencyId, id });
    if (row === undefined) throw notFound();
    return { message: '', data: present(row) };
  },
} satisfies Partial<Handlers>;
