/**
 * The pieces of a video: pure. A piece is encoded once, named by everything that determines it, and may be played
 * several times.
 */
import { createHash } from 'node:crypto';
import { drawingVersion, framesPerSecond, type Effect, type Op, type VideoProject } from '../layout/index.ts';
import { encoding } from './encoding.ts';
import type { Materials, View } from './materials.ts';

/**
 * A piece of picture. `still`: one closed GOP of a slide that does not move. `clip`: frames of a slide with a clip,
 * composed by ffmpeg. `drawn`: the same for a blurred clip, drawn frame by frame. `transition`: the beginning of slide
 * `slide`. `caption` is what is drawn over the slide in this piece.
 */
export type Piece = { key: string; slide: number; frames: number; caption: readonly Op[] } & (
  | { kind: 'still' }
  | { kind: 'clip' | 'drawn'; from: number }
  | { kind: 'transition'; effect: Exclude<Effect, 'none'> }
);

/** A piece and how often it is played in a row. */
export type Play = { piece: Piece; times: number };

/** All plays of a project in order; their frames add up to the timeline's. */
export function playlistOf(project: VideoProject, materials: Materials, ffmpegVersion: string): Play[] {
  const keyOf = keyMaker(materials, ffmpegVersion);
  const contentAt = (slide: number, caption: readonly Op[] = []): unknown =>
    contentOf(project, materials, { slide, caption });
  return materials.timeline.slides.flatMap(({ entry }, slide): Play[] => {
    const views = materials.views[slide] ?? [];
    const before = materials.timeline.slides[slide - 1]?.frames;
    const caption = views[0]?.caption ?? [];
    const last = materials.views[slide - 1]?.at(-1)?.caption;
    const entering: Play[] =
      entry === null
        ? []
        : [
            {
              piece: {
                kind: 'transition',
                slide,
                caption,
                ...entry,
                key: keyOf(['transition', contentAt(slide - 1, last), before, contentAt(slide, caption), entry]),
              },
              times: 1,
            },
          ];
    const bodies = viewsBehind(views, entry?.frames ?? 0).flatMap((view) =>
      bodyOf(project, { slide, view, keyFor: (shape) => keyOf([contentAt(slide, view.caption), shape]) }),
    );
    return [...entering, ...bodies];
  });
}

/** The rest of a slide's views after its transition. */
const viewsBehind = (views: readonly View[], entry: number): View[] =>
  views
    .map(({ from, frames, caption }) => {
      const start = Math.max(from, entry);
      return { from: start, frames: from + frames - start, caption };
    })
    .filter(({ frames }) => frames > 0);

type Body = { slide: number; view: View; keyFor: (shape: unknown) => string };

function bodyOf({ tiles }: VideoProject, { slide, view, keyFor }: Body): Play[] {
  const { media, blur, text } = tiles[slide] ?? {};
  const { from, frames: left, caption } = view;
  if (media?.kind === 'video') {
    const kind = blur === true && text?.trim() !== '' ? 'drawn' : 'clip';
    const piece: Piece = { kind, slide, from, frames: left, caption, key: keyFor([kind, from, left]) };
    return [{ piece, times: 1 }];
  }
  return stillParts(left).map(({ frames: length, times }) => ({
    piece: { kind: 'still', slide, frames: length, caption, key: keyFor(['still', length]) },
    times,
  }));
}

/**
 * Cuts a still into GOPs of at most two seconds that are equal, or differ by one frame: none is too short to be joined.
 */
export function stillParts(frames: number): { frames: number; times: number }[] {
  const count = Math.ceil(frames / encoding.gopFrames);
  const length = Math.floor(frames / count);
  const longer = frames % count;
  const parts = [
    { frames: length + 1, times: longer },
    { frames: length, times: count - longer },
  ];
  return parts.filter(({ times }) => times > 0);
}

/** The content of a slide as a text: its display lists, its pictures' contents and its clip. */
function contentOf(
  project: VideoProject,
  { layouts, hashOf, media }: Materials,
  { slide, caption }: { slide: number; caption: readonly Op[] },
): unknown {
  const [layout, own] = [layouts[slide], project.tiles[slide]?.media];
  const ops = [...(layout?.under ?? []), ...(layout?.over ?? []), ...caption];
  const pictures = ops.flatMap((op) => ('picture' in op ? [hashOf(op.picture)] : []));
  const clip = own?.kind === 'video' ? { hash: media.get(own.file)?.hash, startSeconds: own.startSeconds } : null;
  // A file's name may change while its content stays.
  return { ops: ops.map((op) => ('picture' in op ? { ...op, picture: '' } : op)), pictures, clip };
}

function keyMaker({ stage }: Materials, ffmpegVersion: string): (content: unknown) => string {
  const common = { stage, framesPerSecond, drawingVersion, ffmpegVersion, encoding };
  return (content) =>
    createHash('sha256')
      .update(JSON.stringify([common, content]))
      .digest('hex')
      .slice(0, 40);
}
