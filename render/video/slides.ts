/** Draws the slides of a project as pixels. */
import type { Path2D } from '@napi-rs/canvas';
import { newSurface, nodePlatform, type NodePicture, type NodeSurface } from '../canvas/platform.ts';
import { drawOps, type Op, type Size } from '../layout/index.ts';
import type { Materials } from './materials.ts';

/** A slide with its overlay at one time. */
export type Shown = { slide: number; caption: readonly Op[] };

/** A whole slide of a picture or a colour. */
export async function drawnSlide(materials: Materials, { slide, caption }: Shown): Promise<NodeSurface> {
  const surface = newSurface(materials.stage);
  const { under, over } = layoutAt(materials, slide);
  await draw(surface, [...under, ...over, ...caption], materials);
  return surface;
}

/** The overlay of a clip: text, marks and caption on a transparent background. */
export async function drawnOverlay(materials: Materials, { slide, caption }: Shown): Promise<NodeSurface> {
  const surface = newSurface(materials.stage);
  await draw(surface, [...layoutAt(materials, slide).over, ...caption], materials);
  return surface;
}

/** Draws the frames of a clip's slide from each frame's pixels, at the stage's size. */
export async function clipSlide(materials: Materials, shown: Shown): Promise<(rgba: Uint8ClampedArray) => NodeSurface> {
  const overlay = await drawnOverlay(materials, shown);
  const [frame, composed] = [newSurface(materials.stage), newSurface(materials.stage)];
  const whole = { x: 0, y: 0, ...materials.stage };
  const under = layoutAt(materials, shown.slide).under.map((op): Op =>
    'picture' in op ? { ...op, picture: 'frame', from: whole } : op,
  );
  const over: Op = { op: 'picture', picture: 'overlay', from: whole, to: whole, opacity: 1 };
  return (rgba) => {
    frame.setPixels(rgba);
    drawOps<NodePicture, Path2D>(composed.context, [...under, over], {
      ...nodePlatform,
      pictureOf: (name) => (name === 'overlay' ? overlay.picture : frame.picture),
    });
    return composed;
  };
}

async function draw(surface: NodeSurface, ops: readonly Op[], { picture }: Materials): Promise<void> {
  const names = new Set(ops.flatMap((op) => ('picture' in op ? [op.picture] : [])));
  const loaded = new Map(await Promise.all([...names].map(async (name) => [name, await picture(name)] as const)));
  drawOps<NodePicture, Path2D>(surface.context, ops, { ...nodePlatform, pictureOf: (name) => loaded.get(name) });
}

function layoutAt({ layouts }: Materials, index: number): Materials['layouts'][number] {
  const layout = layouts[index];
  if (layout === undefined) throw new RangeError('a slide outside the project');
  return layout;
}

/** Whether some pixel is clearly not black; checks every 61st, a number that no width is a multiple of. */
export function hasLight(surface: NodeSurface): boolean {
  const pixels = surface.pixels();
  for (let at = 0; at < pixels.length; at += 61 * 4) {
    if (Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) > 64) return true;
  }
  return false;
}

/** The bytes of a frame of raw RGBA. */
export const frameBytes = ({ width, height }: Size): number => width * height * 4;
