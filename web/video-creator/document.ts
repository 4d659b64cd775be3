/** The edited project, and its changes as data. Pure. */
import type { VideoProject, VideoTile } from '#contract/content/videos.ts';

/** A project with the data saved beside it. */
export type NamedProject = VideoProject & { name: string; client_id: string | null };

/** Everything in a project except its slides. */
export type Settings = Omit<NamedProject, 'tiles'>;

/** A project as the editor stores it: slides by id, and their order. Immutable. */
export type VideoDocument = {
  readonly settings: Settings;
  readonly order: readonly string[];
  readonly tiles: Readonly<Record<string, VideoTile>>;
};

/** The old and new values of some fields. */
type Fields<T> = { readonly from: Partial<T>; readonly to: Partial<T> };

/** A change that can be undone and redone. It contains only the difference, so that other fields keep later changes. */
export type Diff = {
  readonly settings: Fields<Settings> | null;
  readonly order: { readonly from: readonly string[]; readonly to: readonly string[] } | null;
  readonly added: Readonly<Record<string, VideoTile>>;
  readonly removed: Readonly<Record<string, VideoTile>>;
  readonly updated: Readonly<Record<string, Fields<VideoTile>>>;
};

/** A saved project as a document. Slides without an id, or with a duplicate one, get a new id. */
export function documentOf({ tiles, ...settings }: NamedProject): VideoDocument {
  const byId: Record<string, VideoTile> = {};
  for (const [index, tile] of tiles.entries()) {
    const own = tile.id || `slide-${index + 1}`;
    let id = own;
    for (let at = 2; id in byId; at++) id = `${own}-${at}`;
    byId[id] = { ...tile, id };
  }
  return { settings, order: Object.keys(byId), tiles: byId };
}

/** The document as it is saved, with the selected slide marked. */
export function projectOf(document: VideoDocument, selected: string | null): NamedProject {
  const tiles = tilesOf(document).map((tile) => ({ ...tile, is_selected: tile.id === selected }));
  return { ...document.settings, tiles };
}

/** The slides in order. */
export const tilesOf = ({ order, tiles }: VideoDocument): VideoTile[] =>
  order.flatMap((id) => {
    const tile = tiles[id];
    return tile === undefined ? [] : [tile];
  });

/** The document with the addresses of copies in place of the copied files; the same document if nothing was copied. */
export function withCopies(document: VideoDocument, copied: Readonly<Record<string, string>>): VideoDocument {
  if (Object.keys(copied).length === 0) return document;
  const own = (address: string): string => copied[address] ?? address;
  const { settings, tiles } = document;
  const { audio, logo, watermark, thumbnail } = settings;
  return {
    ...document,
    settings: {
      ...settings,
      thumbnail: own(thumbnail),
      audio: { ...audio, url: own(audio.url) },
      logo: { ...logo, url: own(logo.url) },
      watermark: { ...watermark, url: own(watermark.url) },
    },
    tiles: Object.fromEntries(
      Object.entries(tiles).map(([id, tile]) => [
        id,
        { ...tile, file_url: own(tile.file_url), poster: own(tile.poster) },
      ]),
    ),
  };
}

/** The change from one document to another; null if they are equal. */
export function diffOf(before: VideoDocument, after: VideoDocument): Diff | null {
  const settings = differing(before.settings, after.settings);
  const order = sameList(before.order, after.order) ? null : { from: before.order, to: after.order };
  const added = missingIn(before.tiles, after.tiles);
  const removed = missingIn(after.tiles, before.tiles);
  const updated: Record<string, Fields<VideoTile>> = {};
  for (const [id, tile] of Object.entries(after.tiles)) {
    const known = before.tiles[id];
    const fields = known === undefined || known === tile ? null : differing(known, tile);
    if (fields !== null) updated[id] = fields;
  }
  const isEmpty =
    settings === null && order === null && [added, removed, updated].every((part) => Object.keys(part).length === 0);
  return isEmpty ? null : { settings, order, added, removed, updated };
}

/** Reverses a change. */
export function reversed({ settings, order, added, removed, updated }: Diff): Diff {
  return {
    settings: settings && turned(settings),
    order: order && { from: order.to, to: order.from },
    added: removed,
    removed: added,
    updated: Object.fromEntries(Object.entries(updated).map(([id, fields]) => [id, turned(fields)])),
  };
}

/** Applies a change. Parts about slides that no longer exist are skipped. */
export function applied(document: VideoDocument, { settings, order, added, removed, updated }: Diff): VideoDocument {
  const tiles: Record<string, VideoTile> = { ...document.tiles, ...added };
  for (const id of Object.keys(removed)) delete tiles[id];
  for (const [id, { to }] of Object.entries(updated)) {
    const tile = tiles[id];
    if (tile !== undefined) tiles[id] = { ...tile, ...to };
  }
  return {
    settings: settings ? { ...document.settings, ...settings.to } : document.settings,
    order: (order?.to ?? document.order).filter((id) => id in tiles),
    tiles,
  };
}

function differing<T extends object>(before: T, after: T): Fields<T> | null {
  const from: Partial<T> = {};
  const to: Partial<T> = {};
  const take = <K extends keyof T>(key: K): void => {
    from[key] = before[key];
    to[key] = after[key];
  };
  const isKey = (key: string): key is keyof T & string => key in after;
  for (const key of Object.keys(after)) if (isKey(key) && !same(before[key], after[key])) take(key);
  return Object.keys(to).length === 0 ? null : { from, to };
}

/** Fields contain plain data; those that are objects (logo, music) are small. */
const same = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

const turned = <T>({ from, to }: Fields<T>): Fields<T> => ({ from: to, to: from });

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

function missingIn(tiles: VideoDocument['tiles'], among: VideoDocument['tiles']): Record<string, VideoTile> {
  return Object.fromEntries(Object.entries(among).filter(([id]) => !(id in tiles)));
}
