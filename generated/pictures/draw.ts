import { createCanvas, Image, type Canvas } from '@napi-rs/canvas';
import { hashOf, randomOf } from '../seed.ts';
import { palettes } from './palette.ts';
import { sceneOf } from './scenes/index.ts';
import type { Pen, Stage } from './stage.ts';

/** A picture that can be drawn: its scene, its palette, the seed that makes it unique, and the names of its actors. */
export type Picture = { scene: string; palette: string; seed: string; actors: readonly string[] };

/** How a picture is drawn: its size in px, and the SVG of an actor by its name (undefined for an unknown name). */
export type DrawOptions = { width: number; height: number; svgOf: (actor: string) => string | undefined };

/** The reference of a picture: `sea.sunset.1f3a90bc` or `meadow.day.1f3a90bc.dog~cat`. */
export const referenceOf = ({ scene, palette, seed, actors }: Picture): string =>
  [scene, palette, seed, ...(actors.length > 0 ? [actors.join('~')] : [])].join('.');

/** The picture of a reference; undefined if the text is not one, or if `isActor` does not know one of its actors. */
export function pictureOf(reference: string, isActor: (name: string) => boolean): Picture | undefined {
  const [scene = '', palette = '', seed = '', cast, ...more] = reference.split('.');
  const actors = cast === undefined ? [] : cast.split('~');
  const isKnown = sceneOf(scene) !== undefined && palettes.has(palette) && /^[0-9a-f]{8}$/.test(seed);
  if (!isKnown || more.length > 0 || actors.length > 6 || !actors.every(isActor)) return undefined;
  return { scene, palette, seed, actors };
}

/** A picture on a canvas; `at` draws an instant (0 to 1) of its loop and returns the canvas, the same one each time. */
export type Drawing = { at(t: number): Canvas };

/** Prepares a picture at a size. Apart from the grain, the same picture looks the same at any size. */
export async function prepare(picture: Picture, { width, height, svgOf }: DrawOptions): Promise<Drawing> {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  const scale = height / 720;
  const palette = palettes.get(picture.palette);
  const scene = sceneOf(picture.scene);
  if (!palette || !scene) throw new Error(`no such picture: ${picture.scene}, ${picture.palette}`);
  const actors = await Promise.all(
    picture.actors.map((actor) => imageOf(actor, { svg: svgOf(actor), sizePx: Math.ceil(460 * scale) })),
  );
  const stage: Stage = {
    width: width / scale,
    height: 720,
    scale,
    random: randomOf(hashOf(referenceOf(picture))),
    palette,
    actors,
  };
  const draw = scene(stage);
  const finish = finishOf(stage);
  return {
    at(t) {
      pen.fillStyle = palette.sky[2];
      pen.fillRect(0, 0, width, height);
      pen.save();
      pen.scale(scale, scale);
      draw(pen, t);
      pen.restore();
      finish(pen, canvas);
      return canvas;
    },
  };
}

/** A square SVG as an image of `sizePx`, so that it is drawn sharply. */
async function imageOf(actor: string, { svg, sizePx }: { svg: string | undefined; sizePx: number }): Promise<Image> {
  if (svg === undefined) throw new Error(`no actor has the name ${actor}`);
  const image = new Image();
  image.src = Buffer.from(svg.replace(/width="\d+" height="\d+"/, `width="${sizePx}" height="${sizePx}"`));
  await image.decode();
  return image;
}

/** A fine grain and darker corners: they make flat colours look like a photograph and hide banding. */
function finishOf({ random }: Stage): (pen: Pen, canvas: Canvas) => void {
  const side = 192;
  const tile = createCanvas(side, side);
  const to = tile.getContext('2d');
  const grain = to.createImageData(side, side);
  for (let at = 0; at < grain.data.length; at += 4) {
    const tone = 128 + (random() + random() - 1) * 120;
    grain.data.set([tone, tone, tone, 20], at);
  }
  to.putImageData(grain, 0, 0);
  return (pen, { width, height }) => {
    const corners = pen.createRadialGradient(
      width / 2,
      height * 0.48,
      height * 0.45,
      width / 2,
      height / 2,
      Math.hypot(width, height) * 0.56,
    );
    corners.addColorStop(0, 'rgba(10,6,24,0)');
    corners.addColorStop(1, 'rgba(10,6,24,.26)');
    pen.fillStyle = corners;
    pen.fillRect(0, 0, width, height);
    pen.globalCompositeOperation = 'overlay';
    const pattern = pen.createPattern(tile, 'repeat');
    if (pattern) pen.fillStyle = pattern;
    pen.fillRect(0, 0, width, height);
    pen.globalCompositeOperation = 'source-over';
  };
}
