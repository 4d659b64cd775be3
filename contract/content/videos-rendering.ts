/** The rendering of a video whose project is saved. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id, noData } from '../base/fields.ts';

/** Renders a saved video, or retries after a failure. A render in progress continues. */
export const renderVideo = call('render-video', {
  who: 'createContent',
  changes: ['videos'],
  input: z.object({ id }),
  data: noData,
});

/** Cancels the render of a video; its project stays as it is. */
export const cancelVideo = call('cancel-video', {
  who: 'createContent',
  changes: ['videos'],
  input: z.object({ id }),
  data: noData,
});
