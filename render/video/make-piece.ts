/** Encodes one piece of picture. */
import { newSurface, nodePlatform, type NodeSurface } from '../canvas/platform.ts';
import { runFfmpeg, type FfmpegEnd, type Write } from '../ffmpeg/run.ts';
import { inputArgs } from '../ffmpeg/media.ts';
import { drawTransition, framesPerSecond } from '../layout/index.ts';
import { eachFrame, secondsPerFrame, seekOf } from './clip-frames.ts';
import { clipFilter, encoding, rawInput } from './encoding.ts';
import { RenderStop } from './failure.ts';
import type { RenderInput } from './input.ts';
import { bad, type Materials, type Media } from './materials.ts';
import type { Piece } from './pieces.ts';
import { clipSlide, drawnOverlay, drawnSlide, hasLight, type Shown } from './slides.ts';

/** A running render; `sawLight` becomes true when something other than black is drawn. */
export type Work = Pick<RenderInput, 'project' | 'ffmpeg'> & {
  materials: Materials;
  signal: AbortSignal;
  sawLight: boolean;
};

/** Makes a piece into `out`. Throws RenderStop, and the signal's reason when it is aborted. */
export async function makePiece(work: Work, piece: Piece, out: string): Promise<void> {
  switch (piece.kind) {
    case 'still':
      return await makeStill(work, piece, out);
    case 'clip':
      return await makeClip(work, piece, out);
    case 'drawn':
      return await encodeDrawn(work, { piece, out }, (show) =>
        clipFrames(work, piece, async (surface) => await show(surface)),
      );
    case 'transition':
      return await makeTransition(work, piece, out);
    default:
      return piece satisfies never;
  }
}

async function makeStill(work: Work, piece: Piece, out: string): Promise<void> {
  const surface = await drawnSlide(work.materials, piece);
  work.sawLight ||= hasLight(surface);
  const { frames } = piece;
  // The frame is converted once and then repeated.
  const repeated = `loop=loop=${frames - 1}:size=1:start=0,setpts=N/${framesPerSecond}/TB,fps=${framesPerSecond}`;
  const filter = `${encoding.toYuv},format=yuv420p,${repeated},setsar=1`;
  const end = await runFfmpeg(work.ffmpeg, {
    args: [...rawInput(work.materials.stage), '-vf', filter, ...encoding.video, '-frames:v', String(frames), out],
    limitSeconds: 60,
    signal: work.signal,
    feed: (write) => write(surface.pixels()),
  });
  judge(end, { piece, step: 'still' });
}

async function makeClip(work: Work, piece: Extract<Piece, { from: number }>, out: string): Promise<void> {
  const { stage } = work.materials;
  const { clip, startSeconds } = clipOf(work, piece.slide);
  const overlay = await drawnOverlay(work.materials, piece);
  const graph = [
    `[0:v:0]${clipFilter(stage, { ...piece, video: clip.facts.video })}[clip]`,
    `[1:v]${encoding.toYuv},format=yuva420p[over]`,
    '[clip][over]overlay=eof_action=repeat:format=yuv420,format=yuv420p,setsar=1[v]',
  ].join(';');
  const end = await runFfmpeg(work.ffmpeg, {
    args: [
      '-xerror',
      ...inputArgs(clip.path, { demuxer: clip.facts.demuxer, seekSeconds: seekOf(clip, startSeconds) }),
      ...rawInput(stage),
      '-filter_complex',
      graph,
      '-map',
      '[v]',
      ...encoding.video,
      '-frames:v',
      String(piece.frames),
      out,
    ],
    limitSeconds: 30 + (piece.from + piece.frames) * secondsPerFrame,
    signal: work.signal,
    feed: (write) => write(overlay.straightPixels()),
  });
  judgeClip(end, { piece, index: piece.slide });
}

async function makeTransition(work: Work, piece: Extract<Piece, { kind: 'transition' }>, out: string): Promise<void> {
  const { stage } = work.materials;
  const from = await lastFrame(work, piece.slide - 1);
  const canvas = newSurface(stage);
  const draw = (to: NodeSurface, frame: number): NodeSurface => {
    const progress = (frame + 1) / (piece.frames + 1);
    drawTransition(
      canvas.context,
      { effect: piece.effect, progress, from: from.picture, to: to.picture, stage },
      nodePlatform,
    );
    return canvas;
  };
  await encodeDrawn(work, { piece, out }, async (show) => {
    if (isClip(work, piece.slide)) {
      await clipFrames(work, { ...piece, from: 0 }, async (surface, frame) => await show(draw(surface, frame)));
      return;
    }
    const to = await drawnSlide(work.materials, piece);
    for (let frame = 0; frame < piece.frames; frame++) await show(draw(to, frame));
  });
}

async function lastFrame(work: Work, slide: number): Promise<NodeSurface> {
  const { views, stage } = work.materials;
  const { from = 0, frames = 1, caption = [] } = views[slide]?.at(-1) ?? {};
  if (!isClip(work, slide)) return await drawnSlide(work.materials, { slide, caption });
  const kept = newSurface(stage);
  await clipFrames(work, { slide, caption, from: from + frames - 1, frames: 1 }, (surface) => {
    kept.setPixels(new Uint8ClampedArray(surface.pixels()));
    return Promise.resolve();
  });
  return kept;
}

type ClipPiece = Shown & { from: number; frames: number };

/** Draws the slides of a clip's frames one by one. */
async function clipFrames(
  work: Work,
  part: ClipPiece,
  take: (surface: NodeSurface, frame: number) => Promise<void>,
): Promise<void> {
  const { clip, startSeconds } = clipOf(work, part.slide);
  const compose = await clipSlide(work.materials, part);
  let count = 0;
  const end = await eachFrame(
    work.ffmpeg,
    { clip, startSeconds, from: part.from, frames: part.frames, stage: work.materials.stage, signal: work.signal },
    async (rgba, frame) => {
      count++;
      await take(compose(rgba), frame);
    },
  );
  judgeClip(end, { piece: null, index: part.slide });
  if (count !== part.frames) throw bad({ kind: 'slide', index: part.slide }, 'video', 'it has no picture at this time');
}

type Show = (surface: NodeSurface) => Promise<void>;

/** Encodes the frames of `frames`, one after the other. */
async function encodeDrawn(
  work: Work,
  { piece, out }: { piece: Piece; out: string },
  frames: (show: Show) => Promise<void>,
): Promise<void> {
  const end = await runFfmpeg(work.ffmpeg, {
    args: [
      ...rawInput(work.materials.stage),
      '-vf',
      `${encoding.toYuv},format=yuv420p,setsar=1`,
      ...encoding.video,
      '-frames:v',
      String(piece.frames),
      out,
    ],
    limitSeconds: 60 + piece.frames * secondsPerFrame,
    signal: work.signal,
    // A copy: the canvas is drawn on again before the pipe has taken the frame.
    feed: async (write: Write) => await frames(async (surface) => await write(Buffer.from(surface.pixels()))),
  });
  judge(end, { piece, step: piece.kind });
}

const isClip = ({ project }: Work, index: number): boolean => project.tiles[index]?.media.kind === 'video';

function clipOf({ project, materials }: Work, index: number): { clip: Media; startSeconds: number } {
  const own = project.tiles[index]?.media;
  const clip = own?.kind === 'video' ? materials.media.get(own.file) : undefined;
  if (own?.kind !== 'video' || clip === undefined) throw new Error(`slide ${index} has no clip`);
  return { clip, startSeconds: own.startSeconds };
}

/** A clip was readable at its beginning, so a failure now is damage further on. */
function judgeClip(end: FfmpegEnd, { piece, index }: { piece: Piece | null; index: number }): void {
  // A file truncated between two pictures ends like a complete one: only ffmpeg's log shows it.
  const isCutOff = end.kind === 'done' && end.said.includes('partial file');
  if (end.kind === 'failed' || isCutOff) {
    throw bad({ kind: 'slide', index }, 'video', 'it is damaged or not complete');
  }
  judge(end, { piece, step: 'clip' });
}

/** Throws RenderStop unless a run was done and wrote as many frames as the piece has. */
export function judge(end: FfmpegEnd, { piece, step }: { piece: { frames: number } | null; step: string }): void {
  switch (end.kind) {
    case 'done': {
      const written = Number(/frame=\s*(\d+)(?![\s\S]*frame=)/.exec(end.said)?.[1]);
      if (piece === null || written === piece.frames) return;
      throw new RenderStop({ kind: 'wrong-file', problem: `${step} has ${written} of ${piece.frames} frames` });
    }
    case 'no-room':
      throw new RenderStop({ kind: 'no-room' });
    case 'timed-out':
      throw new RenderStop({ kind: 'too-slow', step, limitSeconds: end.limitSeconds });
    case 'failed':
      throw new RenderStop({ kind: 'ffmpeg', step, tail: end.tail });
    default:
      end satisfies never;
  }
}
