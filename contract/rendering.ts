/** The making of a video, once its project is saved. */
import { z } from 'zod';
import { call } from './call.ts';
import { id, noData } from './fields.ts';

/** Makes a saved video, or tries once more after a failure. One that is being made already goes on. */
export const renderVideo = call('render-video', {
  who: 'createContent',
  changes: ['videos'],
  input: z.object({ id }),
  data: noData,
});

/** Stops the making of a video; its project stays as it is. */
export const cancelVideo = call('cancel-video', {
  who: 'createContent',
  changes: ['videos'],
  input: z.object({ id }),
  data: noData,
});
