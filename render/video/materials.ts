/** The project's files, checked and named by their content, and its slides laid out. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { loadPicture, type NodePicture } from '../canvas/platform.ts';
import { probeMedia, type MediaFacts } from '../ffmpeg/media.ts';
import {
  captionOps,
  drawingVersion,
  emojiIn,
  emojiPicture,
  slideLayout,
  stageOf,
  stretchesOf,
  textsOf,
  timelineOf,
  type LayoutMeans,
  type Op,
  type Size,
  type SlideLayout,
  type Timeline,
  type VideoProject,
} from '../layout/index.ts';
import { RenderStop, type Part, type Location } from './failure.ts';
import type { MediaFile, RenderInput } from './input.ts';
import { KeptFacts } from './kept-facts.ts';

/** A readable clip or sound. */
export type Media = MediaFile & { hash: string; facts: MediaFacts };

/** A range of a slide's frames, and the ops of the caption over it. */
export type View = { from: number; frames: number; caption: readonly Op[] };

/** Everything the pieces are made from. `hashOf` names a picture's or clip's content. */
export type Materials = {
  stage: Size;
  timeline: Timeline;
  layouts: readonly SlideLayout[];
  /** For each slide, from its first frame to its last. */
  views: readonly (readonly View[])[];
  media: ReadonlyMap<string, Media>;
  hashOf: (name: string) => string;
  picture: (name: string) => Promise<NodePicture>;
};

const mostPicturesKept = 6;

/** Reads and checks every file and lays out every slide. Throws RenderStop for a file that cannot be used. */
export async function gather(input: RenderInput): Promise<Materials> {
  const { project } = input;
  const pictures = new Map<string, { file: MediaFile; hash: string; size: Size }>();
  const loader = pictureLoader((name) => pictures.get(name)?.file.path);
  const media = new Map<string, Media>();
  const kept = new KeptFacts(input.cacheDir, `${drawingVersion} ${input.ffmpeg.version}`);
  for (const { name, location, part } of wantedFiles(input)) {
    input.signal?.throwIfAborted();
    if (pictures.has(name) || media.has(name)) continue;
    const file = input.fileOf(name);
    // An emoji without a picture is drawn by a font, or listed as missing.
    if (file === undefined && location.kind === 'emoji') continue;
    if (file === undefined) throw bad(location, part, 'it is not there any more');
    if (part === 'picture') {
      const { decoded, ...read } = await readPicture(file, { location, kept });
      pictures.set(name, { file, ...read });
      if (decoded !== null) loader.keep(name, decoded);
    } else media.set(name, await readMedia(input, file, { location, part, kept }));
  }
  const sizeOf = (name: string): Size | undefined =>
    pictures.get(name)?.size ?? media.get(name)?.facts.video ?? undefined;
  const means = { fontsFor: input.fontsFor, sizeOf };
  return {
    stage: stageOf(project.ratio),
    timeline: timelineOf(project.tiles),
    layouts: project.tiles.map((tile) => slideLayout(project, tile, means)),
    views: viewsOf(project, means),
    media,
    hashOf: (name) => pictures.get(name)?.hash ?? media.get(name)?.hash ?? '',
    picture: loader.load,
  };
}

/** Every slide, split where its caption changes. */
export const viewsOf = (project: VideoProject, means: LayoutMeans): View[][] =>
  project.tiles.map((tile) =>
    stretchesOf(tile, project.captions).map(({ from, frames, caption }) => ({
      from,
      frames,
      caption: caption === null ? [] : captionOps(project, tile, caption, means),
    })),
  );

type Wanted = { name: string; location: Location; part: Part };

function wantedFiles({ project }: RenderInput): Wanted[] {
  const { tiles, music } = project;
  return [
    ...tiles.flatMap(({ media, speech }, index): Wanted[] => {
      const location = { kind: 'slide', index } as const;
      return [
        ...(media.kind === 'image' ? [{ name: media.file, location, part: 'picture' } as const] : []),
        ...(media.kind === 'video' ? [{ name: media.file, location, part: 'video' } as const] : []),
        ...(speech === null ? [] : [{ name: speech.file, location, part: 'speech' } as const]),
      ];
    }),
    ...(music === null ? [] : [{ name: music.file, location: { kind: 'music' }, part: 'sound' } as const]),
    ...(['logo', 'watermark'] as const).flatMap((kind): Wanted[] => {
      const mark = project[kind];
      return mark === null ? [] : [{ name: mark.file, location: { kind }, part: 'picture' }];
    }),
    ...textsOf(project)
      .flatMap(emojiIn)
      .map((grapheme): Wanted => ({ name: emojiPicture(grapheme), location: { kind: 'emoji' }, part: 'picture' })),
  ];
}

async function readPicture(
  { path }: MediaFile,
  { location, kept }: { location: Location; kept: KeptFacts },
): Promise<{ hash: string; size: Size; decoded: NodePicture | null }> {
  const bytes = await readFile(path).catch(() => {
    throw bad(location, 'picture', 'it is not there any more');
  });
  const hash = createHash('sha256').update(bytes).digest('hex');
  let decoded: NodePicture | null = null;
  const size = await kept.picture(hash, async () => {
    const { picture, width, height } = await loadPicture(bytes).catch(() => {
      throw bad(location, 'picture', 'it is damaged');
    });
    decoded = picture;
    return { width, height };
  });
  return { hash, size, decoded };
}

async function readMedia(
  { ffmpeg, signal }: RenderInput,
  file: MediaFile,
  { location, part, kept }: { location: Location; part: Part; kept: KeptFacts },
): Promise<Media> {
  const hashing = createHash('sha256');
  await pipeline(createReadStream(file.path), hashing).catch(() => {
    throw bad(location, part, 'it is not there any more');
  });
  const hash = hashing.digest('hex');
  const facts = await kept.media(hash, async () => {
    const found = await probeMedia(ffmpeg, file.path, { signal });
    if ('unfit' in found) throw bad(location, part, found.unfit);
    return found;
  });
  if (part === 'video' && facts.video === null) throw bad(location, part, 'there is no picture in it');
  if (part !== 'video' && facts.sounds === 0) throw bad(location, part, 'there is no sound in it');
  return { ...file, hash, facts };
}

/** The RenderStop for a file that cannot be used. */
export const bad = (location: Location, part: Part, reason: string): RenderStop =>
  new RenderStop({ kind: 'bad-media', location, part, reason });

/** Decoded pictures take megabytes, so only the last few are cached. */
function pictureLoader(pathOf: (name: string) => string | undefined): {
  load: (name: string) => Promise<NodePicture>;
  keep: (name: string, picture: NodePicture) => void;
} {
  const kept = new Map<string, Promise<NodePicture>>();
  const keep = (name: string, picture: Promise<NodePicture>): void => {
    kept.delete(name);
    kept.set(name, picture);
    const [oldest] = kept.keys();
    if (kept.size > mostPicturesKept && oldest !== undefined) kept.delete(oldest);
  };
  return {
    keep: (name, picture) => keep(name, Promise.resolve(picture)),
    load: (name) => {
      const picture = kept.get(name) ?? decode(name);
      keep(name, picture);
      return picture;
    },
  };

  async function decode(name: string): Promise<NodePicture> {
    const path = pathOf(name);
    if (path === undefined) throw new Error('a picture that the project does not name');
    return (await loadPicture(await readFile(path))).picture;
  }
}
