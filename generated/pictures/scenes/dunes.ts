import { between } from '../../seed.ts';
import { lineOf, type Line } from '../noise.ts';
import { darker, lighter, mix } from '../palette.ts';
import { birdsOf, cloudsOf, downwards, fallingOf, hazeOf, paintSky, paintSun, starsOf } from '../parts.ts';
import { still, type Pen, type Scene, type Stage } from '../stage.ts';

/** Sand dunes, each with a lit and a shadowed side. */
export const dunes: Scene = (stage) => {
  const { random, palette, width, height } = stage;
  const sun = {
    x: width * between(random, 0.15, 0.85),
    y: height * between(random, 0.14, 0.34),
    radius: height * between(random, 0.05, 0.085),
  };
  const sky = still(stage, (pen) => paintSky(pen, stage, height * 0.62));
  const stars = palette.isNight ? starsOf(stage, { count: 320, bottom: height * 0.5 }) : null;
  const clouds = cloudsOf(stage, {
    count: 2,
    top: height * 0.1,
    bottom: height * 0.3,
    color: lighter(hazeOf(palette), 0.3),
    opacity: 0.35,
  });
  const sand = still(stage, (pen) => {
    for (let layer = 0; layer < 5; layer += 1)
      paintDune(pen, stage, {
        depth: layer / 4,
        line: lineOf(random, 5 - Math.floor(layer / 2)),
        bend: lineOf(random, 7),
      });
  });
  const dust = fallingOf(stage, { count: 26, colors: [lighter(palette.sun, 0.2)], size: 1.5, falls: -1 });
  const birds = birdsOf(stage, {
    count: 3,
    color: darker(palette.near, 0.1),
    top: height * 0.2,
    bottom: height * 0.34,
  });
  return (pen, t) => {
    sky.paint(pen);
    stars?.(pen, t);
    paintSun(pen, { ...sun, palette });
    clouds(pen, t);
    sand.paint(pen);
    dust(pen, t);
    birds(pen, t);
  };
};

function paintDune(
  pen: Pen,
  { palette, width, height }: Stage,
  { depth, line, bend }: { depth: number; line: Line; bend: Line },
): void {
  const base = mix(palette.far, palette.near, 0.12 + 0.5 * depth);
  const lit = mix(mix(base, palette.sun, 0.42), hazeOf(palette), 0.35 * (1 - depth));
  const shade = mix(darker(base, 0.3), hazeOf(palette), 0.3 * (1 - depth));
  const top = height * (0.66 + 0.32 * depth);
  const rise = height * (0.2 + 0.1 * depth);
  const crest = (x: number): number => top - rise * line(x / width);
  pen.fillStyle = downwards(pen, { from: lit, to: mix(lit, base, 0.8), top: top - rise, bottom: top + height * 0.2 });
  pen.beginPath();
  pen.moveTo(0, height);
  for (let x = 0; x <= width + 4; x += 4) pen.lineTo(x, crest(x));
  pen.lineTo(width + 4, height);
  pen.fill();
  // The lee side: below the crest where it falls to the right, deeper where it falls faster.
  pen.fillStyle = downwards(pen, {
    from: shade,
    to: mix(shade, base, 0.75),
    top: top - rise,
    bottom: top + height * 0.16,
  });
  pen.beginPath();
  pen.moveTo(0, crest(0));
  for (let x = 0; x <= width + 4; x += 4) pen.lineTo(x, crest(x));
  for (let x = width + 4; x >= 0; x -= 4) {
    const fall = Math.max(0, (crest(x + 14) - crest(x - 26)) / 40);
    pen.lineTo(x, crest(x) + Math.min(1, fall * 2.6) ** 1.3 * height * (0.1 + 0.22 * bend(x / width)));
  }
  pen.fill();
}
