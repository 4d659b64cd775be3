/** Finished pictures of designs, drawn by the server. */
import { z } from 'zod';
import { canvasSides } from '#rules/design/design.ts';
import { call } from '../base/call.ts';
import { id } from '../base/fields.ts';

const side = z.coerce.number().int().min(canvasSides.least).max(canvasSides.most);

const drawing = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'ready', 'failed']),
  /** The picture's address once it is ready. */
  url: z.string().nullable(),
  /** Why it could not be drawn, in words for the person; '' otherwise. */
  message: z.string(),
});

/** Starts drawing a saved design in a size (px); the same size of the same revision is drawn once. */
export const drawDesign = call('draw-design', {
  who: 'createContent',
  changes: ['library'],
  input: z.object({ id, width: side, height: side }),
  data: drawing,
});

/** The progress of a picture that is being drawn. */
export const fetchDrawing = call('fetch-drawing', {
  who: 'createContent',
  shows: ['designs'],
  input: z.object({ id }),
  data: drawing,
});
