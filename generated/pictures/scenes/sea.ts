import { below, between } from '../../seed.ts';
import { lineOf, roughOf } from '../noise.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import { birdsOf, cloudsOf, downwards, hazeOf, land, paintSky, paintSun, starsOf } from '../parts.ts';
import { still, swing, turn, type Pen, type Scene, type Stage } from '../stage.ts';

/** Open water under a wide sky, with islands or a sail. */
export const sea: Scene = (stage) => {
  const { random, palette, width, height } = stage;
  const horizon = height * between(random, 0.5, 0.62);
  const sun = {
    x: width * between(random, 0.25, 0.75),
    y: horizon - height * between(random, 0.06, 0.26),
    radius: height * between(random, 0.045, 0.075),
  };
  const sky = still(stage, (pen) => paintSky(pen, stage, horizon));
  const stars = palette.isNight ? starsOf(stage, { count: 220, bottom: horizon * 0.8 }) : null;
  const clouds = cloudsOf(stage, {
    count: 6,
    top: height * 0.1,
    bottom: horizon * 0.92,
    color: lighter(mix(palette.sky[2], palette.sun, 0.4), 0.25),
    opacity: 0.6,
  });
  const islands = still(stage, (pen) => paintIslands(pen, stage, horizon));
  const water = still(stage, (pen) => paintWater(pen, stage, horizon));
  const waves = wavesOf(stage, { horizon, sunX: sun.x });
  const birds = birdsOf(stage, {
    count: below(random, 7),
    color: faded(darker(palette.near, 0.2), 0.75),
    top: height * 0.14,
    bottom: horizon * 0.7,
  });
  const sail =
    random() < 0.55
      ? { x: width * between(random, 0.15, 0.85), size: height * between(random, 0.06, 0.13), phase: random() }
      : null;
  return (pen, t) => {
    sky.paint(pen);
    stars?.(pen, t);
    paintSun(pen, { ...sun, palette });
    clouds(pen, t);
    islands.paint(pen);
    water.paint(pen);
    waves(pen, t);
    if (sail)
      paintSail(pen, stage, {
        ...sail,
        y: horizon + sail.size * 0.3 + 2 * swing(t, sail.phase, 2),
        lean: 0.03 * swing(t, sail.phase),
      });
    birds(pen, t);
  };
};

function paintIslands(pen: Pen, stage: Stage, horizon: number): void {
  const { random, palette, height } = stage;
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, stage.width, horizon);
  pen.clip();
  for (const depth of [0.25, 0.5]) {
    const line = roughOf(random, { bumps: 5, octaves: 5 });
    pen.fillStyle = mix(hazeOf(palette), palette.near, depth);
    land(pen, stage, {
      line: (at) => Math.max(0, line(at) - 0.5) * 2,
      top: horizon + 2,
      rise: height * between(random, 0.12, 0.3),
    });
  }
  pen.restore();
}

function paintWater(pen: Pen, { palette, width, height }: Stage, horizon: number): void {
  const shallow = mix(palette.sky[3], palette.far, 0.45);
  const deep = mix(palette.near, palette.sky[0], 0.35);
  pen.fillStyle = downwards(pen, { from: shallow, to: deep, top: horizon, bottom: height });
  pen.fillRect(0, horizon, width, height - horizon);
}

function wavesOf(
  { random, palette, width, height }: Stage,
  { horizon, sunX }: { horizon: number; sunX: number },
): (pen: Pen, t: number) => void {
  const depth = height - horizon;
  const strokes = Array.from({ length: 620 }, (_, index) => {
    const near = random() ** 1.6;
    const isLight = index % 5 < 2;
    const spread = (random() + random() + random() - 1.5) * width * (0.05 + 0.26 * near);
    return {
      x: isLight ? sunX + spread : random() * width,
      y: horizon + 2 + depth * near,
      long: width * (0.004 + 0.04 * near) * between(random, 0.4, 1.3),
      thick: 0.6 + 2.6 * near,
      color: isLight
        ? faded(palette.sun, between(random, 0.35, 0.8))
        : random() < 0.5
          ? faded(lighter(palette.sky[3], 0.2), 0.16)
          : faded(darker(palette.near, 0.1), 0.2),
      phase: random(),
      periods: 1 + below(random, 3),
      sway: 3 + 14 * near,
    };
  });
  const swells = Array.from({ length: 7 }, (_, index) => ({
    y: horizon + depth * (0.12 + 0.88 * ((index + 0.4) / 7) ** 1.5),
    line: lineOf(random, 9 - index),
    side: index % 2 ? 1 : -1,
    near: (index + 1) / 7,
  }));
  return (pen, t) => {
    for (const { y, line, side, near } of swells) {
      pen.fillStyle = faded(darker(palette.near, 0.15), 0.13);
      pen.beginPath();
      pen.moveTo(0, y + 60 * near);
      for (let x = 0; x <= width; x += 8)
        pen.lineTo(
          x,
          y -
            26 * near * line(x / width + side * 0.03 * swing(t, near)) +
            4 * near * Math.sin((turn * 3 * x) / width + turn * t * side),
        );
      pen.lineTo(width, y + 60 * near);
      pen.fill();
    }
    for (const { x, y, long, thick, color, phase, periods, sway } of strokes) {
      const shine = 0.55 + 0.45 * swing(t, phase, periods);
      pen.fillStyle = color;
      pen.beginPath();
      pen.ellipse(x + sway * swing(t, phase), y, long * shine + 0.5, thick * 0.5, 0, 0, turn);
      pen.fill();
    }
  };
}

function paintSail(
  pen: Pen,
  { palette }: Stage,
  { x, y, size, lean }: { x: number; y: number; size: number; lean: number },
): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(lean);
  pen.fillStyle = faded(darker(palette.near, 0.1), 0.95);
  pen.beginPath();
  pen.moveTo(-size * 0.5, -size * 0.12);
  pen.quadraticCurveTo(0, size * 0.12, size * 0.55, -size * 0.16);
  pen.lineTo(-size * 0.5, -size * 0.12);
  pen.fill();
  for (const [side, tone] of [
    [1, 0.05],
    [-1, 0.25],
  ] as const) {
    pen.fillStyle = mix('#ffffff', palette.accents[0], tone);
    pen.beginPath();
    pen.moveTo(side * size * 0.03, -size * 1.25);
    pen.quadraticCurveTo(side * size * 0.5, -size * 0.55, side * size * (side > 0 ? 0.48 : 0.38), -size * 0.2);
    pen.lineTo(side * size * 0.03, -size * 0.18);
    pen.fill();
  }
  pen.restore();
}
