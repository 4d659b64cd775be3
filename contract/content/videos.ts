/** Video projects as the creator saves them, and their renders. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id, line, listInput, noData, page, text } from '../base/fields.ts';
import { contentSorts } from '../base/list-options.ts';
import { messages } from '../messages.ts';

/** The position of a text on a slide. */
export const textPositions = [
  'top-left',
  'top-center',
  'top-right',
  'center-left',
  'center',
  'center-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;
/** The position of a logo or a watermark. */
export const markPositions = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
/** The transitions to the next slide. */
export const transitions = [
  'none',
  'fade',
  'slide-left',
  'slide-right',
  'slide-up',
  'slide-down',
  'wipe',
  'zoom',
  'blur',
] as const;
/** Width to height of a video. */
export const videoRatios = ['16:9', '9:16', '1:1'] as const;
/** '3' saved, '4' fetching resources, '5' rendering (or failed), '6' complete. */
export const videoStatuses = ['3', '4', '5', '6'] as const;

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', ''])])
  .transform((value) => value === true || value === 'true');
/** The address of a stored file, or of a search result. */
const address = text(4000);
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'Please choose a color');
const colourOrNone = z.union([colour, z.literal('')]);
const number = (least: number, most: number) => z.coerce.number().min(least).max(most);
const anything = z.union([z.string(), z.boolean(), z.number()]);

/** A slide. Times in seconds, `text_size` in px on a stage 640 wide. */
export const videoTile = z.object({
  id: z.coerce.string().max(100).default(''),
  type: z.enum(['image', 'video']).default('image'),
  text: text(5000).default(''),
  text_position: z.enum(textPositions).default('bottom-center'),
  text_color: colour.default('#ffffff'),
  /** Where a clip starts, from 1; ignored for a picture. */
  start_time: number(0, 86_400).default(1),
  duration: z.coerce
    .number('Please enter the slide time')
    .min(1, 'The slide time is at least 1 second')
    .max(600)
    .default(5),
  text_size: number(1, 100).default(20),
  /** The opacity of the box behind the text, 0 to 1. */
  opacity: number(0, 1).default(1),
  bg_color: colourOrNone.default(''),
  font: text(2000).default(''),
  font_name: text(200).default(''),
  bold: flag.default(false),
  italic: flag.default(false),
  file_url: address.default(''),
  /** The volume of a clip's own sound, 0 to 1. */
  volume: number(0, 1).default(1),
  transition: z.enum(transitions).default('fade'),
  blur: flag.default(false),
  remove_bg: flag.default(false),
  tts_text: text(5000).default(''),
  /** The speech is generated unless this is '' or false. */
  tts_gen: anything.default('').transform((value) => value !== '' && value !== false && value !== 'false'),
  tts_language: text(40).default(''),
  tts_voice: text(100).default(''),
  /** The generated speech, which may differ from the one in use, and its length. */
  tts_url: address.default(''),
  tts_ms: number(0, 600_000).default(0),
  /** Address of the slide's speech, and its length. */
  audio: address.default(''),
  audio_ms: number(0, 600_000).default(0),
  poster: address.default(''),
  is_selected: flag.default(false),
});
export type VideoTile = z.output<typeof videoTile>;

const mark = (position: (typeof markPositions)[number]) =>
  z
    .object({
      status: flag.default(false),
      url: address.default(''),
      position: z.enum(markPositions).default(position),
    })
    .prefault({});

/** A project as it is saved and stored. */
export const videoProject = z.object({
  tiles: z.array(videoTile).min(1, 'Please add a slide').max(100, 'Please use at most 100 slides'),
  /** Music under the whole video; `volume` 0 to 1. */
  audio: z
    .object({
      status: flag.default(false),
      url: address.default(''),
      title: text(300).default(''),
      volume: number(0, 1).default(0.6),
    })
    .prefault({}),
  logo: mark('top-left'),
  watermark: mark('bottom-right'),
  thumbnail: address.default(''),
  keyword: text(200).default(''),
  ratio: z.enum(videoRatios).default('16:9'),
  /** Whether the words of the speech are shown over the slides. */
  captions: flag.default(false),
});
export type VideoProject = z.output<typeof videoProject>;

/**
 * Saves a new project, or with an id an existing one. With the `revision` that was opened, a project that has been
 * saved elsewhere since is answered 409, with that one in `data`.
 */
export const saveVideo = call('save-video', {
  who: 'createContent',
  changes: ['videos', 'library'],
  input: videoProject.extend({
    id: id.optional(),
    name: line('Name', 200),
    /** `render` also renders the video once it is saved. */
    type: z.enum(['save', 'render']).default('save'),
    client_id: id.optional(),
    revision: z.number().int().min(1).optional(),
  }),
  /** `copied`: the addresses of search results, each with that of its copy in the library. */
  data: z.object({ id: z.string(), revision: z.number().int(), copied: z.record(z.string(), z.string()) }),
  body: { maxBytes: 4_000_000, tooLarge: messages.projectTooLarge },
});

const flags = z.enum(['0', '1']);
const progress = z.object({
  id: z.string(),
  status: z.enum(videoStatuses),
  failed: flags,
  /** The progress of the rendering, 0 to 100. */
  percent: z.number().int(),
  seconds_left: z.number().int().nullable(),
  /** Why the rendering failed; '' otherwise. */
  message: z.string(),
});

/** A video as My Contents shows it. */
export const videoContent = progress.omit({ seconds_left: true }).extend({
  name: z.string(),
  poster: z.string().nullable(),
  /** Address of the finished video; null before that. */
  video_path: z.string().nullable(),
  /** The credits that the licences of the finished video's contents require. */
  credits: z.array(z.string()),
  client_id: z.string().nullable(),
  created: z.string(),
  revision: z.number().int(),
  /** The project as JSON. */
  all_data: z.string(),
});
export type VideoContent = z.output<typeof videoContent>;

/** The agency's videos, newest first; with an id only that one. */
export const fetchVideos = call('fetch-videos', {
  who: 'createContent',
  shows: ['videos', 'library'],
  input: z.object({ ...listInput, id: id.optional(), sort: z.enum(contentSorts).default('-created') }),
  data: page(videoContent),
});

/** The progress of one video or several. */
export const getVideoProgress = call('get-video-progress', {
  who: 'createContent',
  shows: ['videos'],
  input: z
    .object({ id: id.optional(), ids: z.array(id).max(100).optional() })
    .refine(({ id: one, ids }) => one !== undefined || ids !== undefined, { message: 'Id is required', path: ['id'] }),
  data: z.union([progress, z.array(progress)]),
});
/** The progress of rendering a video. */
export type VideoProgress = z.output<typeof progress>;

/** Deletes a video's project; its finished file stays in the library. */
export const deleteVideo = call('delete-video', {
  who: 'createContent',
  changes: ['videos', 'library'],
  input: z.object({ id }),
  data: noData,
});
