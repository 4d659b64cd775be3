/** Starting points for a video: a premade look, or the items of a content stream. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id, nothing } from '../base/fields.ts';
import { videoRatios, videoTile } from './videos.ts';

/** The settings of a look, for every slide of a project. */
const lookTile = videoTile.pick({
  font: true,
  font_name: true,
  bold: true,
  italic: true,
  text_size: true,
  text_color: true,
  bg_color: true,
  remove_bg: true,
  opacity: true,
  text_position: true,
  blur: true,
  transition: true,
});

/** A premade look: the style of a project's texts, and the transitions between its slides. */
export const look = z.object({ id: z.string(), name: z.string(), tile: lookTile });
export type Look = z.output<typeof look>;

/** The premade looks. */
export const fetchLooks = call('fetch-looks', {
  who: 'createContent',
  shows: [],
  input: nothing,
  data: z.array(look),
});

/**
 * Creates a project from a stream of images or texts: one slide per item (at most 100) with the item's text to speak,
 * the brand's logo and first colour, and a look. The pictures are stored in the library.
 */
export const videoFromStream = call('video-from-stream', {
  who: 'createContent',
  changes: ['videos', 'library'],
  input: z.object({
    content_stream_id: id,
    ratio: z.enum(videoRatios).default('16:9'),
    look: z.string().max(40).default('clean'),
  }),
  data: z.object({ id: z.string(), revision: z.number().int() }),
});
