/** The edits of a document: pure functions from one document to the next. */
import type { Look } from '#contract/content/videos-starts.ts';
import type { VideoTile } from '#contract/content/videos.ts';
import type { Settings, VideoDocument } from './document.ts';

/** A change of a document. */
export type Edit = (document: VideoDocument) => VideoDocument;

/** The search words for a picture on a new slide, if the project names none. */
export const stockKeywords = [
  'nature',
  'car',
  'animal',
  'water',
  'birds',
  'human',
  'space',
  'kids',
  'fitness',
  'dog',
  'cat',
  'food',
] as const;

/** The largest number of slides in a project. */
export const mostTiles = 100;

/** An empty slide with the defaults. */
export const emptyTile = (id: string): VideoTile => ({
  id,
  type: 'image',
  file_url: '',
  poster: '',
  start_time: 1,
  duration: 5,
  volume: 1,
  transition: 'fade',
  text: '',
  text_position: 'bottom-center',
  text_color: '#ffffff',
  text_size: 20,
  opacity: 1,
  bg_color: '',
  remove_bg: false,
  blur: false,
  font: '',
  font_name: '',
  bold: false,
  italic: false,
  tts_text: '',
  tts_language: '',
  tts_voice: '',
  tts_gen: false,
  tts_url: '',
  tts_ms: 0,
  audio: '',
  audio_ms: 0,
  is_selected: false,
});

/** A new project: one empty slide. */
export const emptyDocument = (name: string, tileId: string): VideoDocument => ({
  settings: {
    name,
    keyword: '',
    thumbnail: '',
    ratio: '16:9',
    captions: false,
    client_id: null,
    audio: { status: false, url: '', title: '', volume: 0.6 },
    logo: { status: false, url: '', position: 'top-left' },
    watermark: { status: false, url: '', position: 'bottom-right' },
  },
  order: [tileId],
  tiles: { [tileId]: emptyTile(tileId) },
});

/** Changes some of a project's settings. */
export const setSettings =
  (values: Partial<Settings>): Edit =>
  (document) => ({ ...document, settings: { ...document.settings, ...values } });

/** Changes some fields of a slide; changes nothing if the slide was deleted. */
export const setTile =
  (id: string, values: Partial<VideoTile>): Edit =>
  (document) => {
    const tile = document.tiles[id];
    if (tile === undefined) return document;
    return withThumbnail({ ...document, tiles: { ...document.tiles, [id]: { ...tile, ...values, id } } });
  };

/** Changes some fields of every slide. */
export const setEveryTile =
  (valuesOf: (tile: VideoTile) => Partial<VideoTile>): Edit =>
  (document) => ({
    ...document,
    tiles: Object.fromEntries(
      Object.entries(document.tiles).map(([id, tile]) => [id, { ...tile, ...valuesOf(tile), id }]),
    ),
  });

/** Gives every slide a preset look. */
export const applyLook = ({ tile: style }: Pick<Look, 'tile'>): Edit => setEveryTile(() => style);

/** Inserts a slide after another one. */
export const addTile =
  (tile: VideoTile, after: string): Edit =>
  (document) => {
    if (document.order.length >= mostTiles) return document;
    const at = document.order.indexOf(after) + 1 || document.order.length;
    return withThumbnail({
      ...document,
      order: document.order.toSpliced(at, 0, tile.id),
      tiles: { ...document.tiles, [tile.id]: tile },
    });
  };

/** Inserts a copy of a slide after it. */
export const duplicateTile =
  (id: string, copyId: string): Edit =>
  (document) => {
    const tile = document.tiles[id];
    return tile === undefined ? document : addTile({ ...tile, id: copyId }, id)(document);
  };

/** Removes a slide; the last one stays. */
export const removeTile =
  (id: string): Edit =>
  (document) => {
    if (document.order.length < 2 || !(id in document.tiles)) return document;
    const { [id]: _gone, ...tiles } = document.tiles;
    return withThumbnail({ ...document, order: document.order.filter((each) => each !== id), tiles });
  };

/** Moves a slide to a position, counted from 0. */
export const moveTile =
  (id: string, to: number): Edit =>
  (document) => {
    const from = document.order.indexOf(id);
    const target = Math.max(0, Math.min(document.order.length - 1, to));
    if (from === -1 || from === target) return document;
    return withThumbnail({ ...document, order: document.order.toSpliced(from, 1).toSpliced(target, 0, id) });
  };

/** The first slide's poster represents the project. */
function withThumbnail(document: VideoDocument): VideoDocument {
  const poster = document.tiles[document.order[0] ?? '']?.poster ?? '';
  return poster === document.settings.thumbnail
    ? document
    : { ...document, settings: { ...document.settings, thumbnail: poster } };
}
