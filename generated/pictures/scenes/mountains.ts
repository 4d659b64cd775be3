import { below, between } from '../../seed.ts';
import { lineOf, peaksOf, roughOf } from '../noise.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import {
  birdsOf,
  cloudsOf,
  downwards,
  fallingOf,
  glow,
  hazeOf,
  land,
  paintSky,
  paintSun,
  pine,
  starsOf,
} from '../parts.ts';
import { still, swing, type Pen, type Scene, type Stage } from '../stage.ts';

/** Mountain ranges receding in haze, pines in front; every second picture has a lake. */
export const mountains: Scene = (stage) => {
  const { random, palette, width, height } = stage;
  const hasLake = random() < 0.5;
  const shore = hasLake ? height * between(random, 0.66, 0.74) : height;
  const sun = {
    x: width * between(random, 0.2, 0.8),
    y: height * between(random, 0.16, 0.34),
    radius: height * between(random, 0.035, 0.06),
  };
  const sky = still(stage, (pen) => paintSky(pen, stage, shore));
  const stars = palette.isNight ? starsOf(stage, { count: 260, bottom: height * 0.5 }) : null;
  const clouds = cloudsOf(stage, {
    count: palette.isNight ? 2 : 4,
    top: height * 0.1,
    bottom: height * 0.36,
    color: lighter(hazeOf(palette), 0.4),
    opacity: 0.55,
  });
  const ranges = still(stage, (pen) => paintRanges(pen, stage, shore));
  const mist = mistOf(stage, shore);
  const birds = birdsOf(stage, {
    count: below(random, 6),
    color: faded(palette.near, 0.7),
    top: height * 0.2,
    bottom: height * 0.38,
  });
  const snow = palette.name === 'winter' ? fallingOf(stage, { count: 160, colors: ['#ffffff'], size: 3.4 }) : null;
  const upper = (pen: Pen, t: number): void => {
    sky.paint(pen);
    stars?.(pen, t);
    paintSun(pen, { ...sun, palette });
    clouds(pen, t);
    ranges.paint(pen);
    mist(pen, t);
  };
  return (pen, t) => {
    upper(pen, t);
    if (hasLake) paintLake(pen, stage, { upper: still(stage, (layer) => upper(layer, t)).canvas, shore, t });
    birds(pen, t);
    snow?.(pen, t);
  };
};

function paintRanges(pen: Pen, stage: Stage, shore: number): void {
  const { random, palette, width, height } = stage;
  const layers = 5;
  const haze = hazeOf(palette);
  for (let layer = 0; layer < layers; layer += 1) {
    const depth = layer / (layers - 1);
    const line = layer < 3 ? peaksOf(random, 2 + layer) : lineOf(random, 4 + layer);
    const top = shore * (0.66 + 0.36 * depth);
    const rise = shore * (layer < 3 ? 0.42 - 0.07 * layer : 0.16);
    const color = mix(mix(palette.far, haze, 0.25), palette.near, depth ** 1.15);
    pen.fillStyle = downwards(pen, {
      from: color,
      to: mix(color, haze, 0.6 * (1 - depth * 0.7)),
      top: top - rise * 0.8,
      bottom: top + shore * 0.12,
    });
    land(pen, stage, { line, top, rise });
    if (layer < 2) paintSnow(pen, stage, { line, top, rise, grain: roughOf(random, { bumps: 22, octaves: 3 }) });
    if (layer < 3) continue;
    pen.fillStyle = darker(color, 0.18);
    for (let tree = 0; tree < 46 + 26 * (layer - 3); tree += 1) {
      const x = random() * width;
      const size = height * between(random, 0.04, 0.1) * (0.6 + 0.7 * (layer - 3));
      pine(pen, { x, y: Math.min(top - rise * line(x / width) + size * 0.1, shore + 2), size, random });
    }
  }
}

/** Snow on the highest parts. */
function paintSnow(
  pen: Pen,
  stage: Stage,
  {
    line,
    top,
    rise,
    grain,
  }: { line: (at: number) => number; top: number; rise: number; grain: (at: number) => number },
): void {
  const { palette, width, height } = stage;
  const limit = top - rise * 0.66;
  pen.fillStyle = faded(mix('#ffffff', palette.sky[3], 0.3), palette.isNight ? 0.28 : 0.62);
  pen.beginPath();
  pen.moveTo(0, -height);
  for (let x = 0; x <= width + 3; x += 3) pen.lineTo(x, top - rise * line(x / width));
  for (let x = width + 3; x >= 0; x -= 3) {
    const crest = top - rise * line(x / width);
    pen.lineTo(x, Math.max(crest, Math.min(limit, crest + rise * 0.22) + (grain(x / width) - 0.5) * rise * 0.22));
  }
  pen.fill();
}

function mistOf({ random, palette, width }: Stage, shore: number): (pen: Pen, t: number) => void {
  const haze = lighter(hazeOf(palette), 0.25);
  const banks = Array.from({ length: 7 }, () => ({
    x: random() * width,
    y: shore * between(random, 0.66, 0.98),
    size: between(random, 0.18, 0.42) * width,
    phase: random(),
  }));
  return (pen, t) => {
    for (const { x, y, size, phase } of banks) {
      pen.save();
      pen.translate(x + 40 * swing(t, phase), y);
      pen.scale(1, 0.13);
      glow(pen, { x: 0, y: 0, radius: size, color: haze, opacity: palette.isNight ? 0.18 : 0.42 });
      pen.restore();
    }
  };
}

/** The picture above the shore, flipped and rippled. */
function paintLake(
  pen: Pen,
  stage: Stage,
  { upper, shore, t }: { upper: Parameters<Pen['drawImage']>[0]; shore: number; t: number },
): void {
  const { width, height, scale, palette } = stage;
  const depth = height - shore;
  for (let row = 0; row < depth; row += 2) {
    const near = row / depth;
    const shift = (1 + 7 * near) * swing(t, row * (0.06 - 0.03 * near), 2);
    const from = Math.max(0, shore - row * 1.12 - 2);
    pen.drawImage(upper, 0, from * scale, width * scale, 2 * scale, shift, shore + row, width, 2.6);
  }
  pen.fillStyle = downwards(pen, {
    from: faded(palette.near, 0.08),
    to: faded(palette.near, 0.55),
    top: shore,
    bottom: height,
  });
  pen.fillRect(0, shore, width, depth);
  pen.fillStyle = faded(lighter(hazeOf(palette), 0.5), 0.35);
  pen.fillRect(0, shore - 1, width, 2);
}
