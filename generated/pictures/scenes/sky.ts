import { below, between, pick } from '../../seed.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import { birdsOf, cloudsOf, glow, land, hazeOf, paintSky, paintSun, starsOf } from '../parts.ts';
import { roughOf } from '../noise.ts';
import { still, swing, type Pen, type Scene } from '../stage.ts';

/** A sky of piled clouds, often with hot-air balloons. */
export const sky: Scene = (stage) => {
  const { random, palette, width, height } = stage;
  const back = still(stage, (pen) => paintSky(pen, stage));
  const stars = palette.isNight ? starsOf(stage, { count: 240, bottom: height * 0.8 }) : null;
  const sun = {
    x: width * between(random, 0.15, 0.85),
    y: height * between(random, 0.15, 0.45),
    radius: height * between(random, 0.05, 0.08),
  };
  const bright = lighter(mix(palette.sky[3], '#ffffff', palette.isNight ? 0.05 : 0.6), 0.1);
  const far = cloudsOf(stage, {
    count: 6,
    top: height * 0.15,
    bottom: height * 0.6,
    color: mix(bright, palette.sky[1], 0.4),
    opacity: 0.5,
  });
  const near = cloudsOf(stage, { count: 9, top: height * 0.72, bottom: height * 1.02, color: bright, opacity: 0.85 });
  const balloons = Array.from({ length: random() < 0.65 ? 1 + below(random, 5) : 0 }, () => ({
    x: between(random, 0.08, 0.92) * width,
    y: between(random, 0.16, 0.62) * height,
    size: height * between(random, 0.05, 0.15),
    phase: random(),
    colors: [pick(random, palette.accents), lighter(pick(random, palette.accents), 0.55)] as const,
  })).toSorted((one, other) => one.size - other.size);
  const birds = birdsOf(stage, {
    count: below(random, 8),
    color: faded(darker(palette.near, 0.1), 0.6),
    top: height * 0.2,
    bottom: height * 0.6,
  });
  const hills = still(stage, (pen) => {
    pen.fillStyle = faded(mix(palette.near, hazeOf(palette), 0.3), 0.9);
    if (random() < 0.5)
      land(pen, stage, { line: roughOf(random, { bumps: 4, octaves: 4 }), top: height * 1.03, rise: height * 0.17 });
  });
  return (pen, t) => {
    back.paint(pen);
    stars?.(pen, t);
    paintSun(pen, { ...sun, palette });
    far(pen, t);
    for (const balloon of balloons)
      paintBalloon(pen, { ...balloon, y: balloon.y + 8 * swing(t, balloon.phase), near: palette.near });
    birds(pen, t);
    hills.paint(pen);
    near(pen, t);
  };
};

function paintBalloon(
  pen: Pen,
  { x, y, size, colors, near }: { x: number; y: number; size: number; colors: readonly [string, string]; near: string },
): void {
  const hull = (half: number): void => {
    pen.beginPath();
    pen.moveTo(x, y + size * 1.12);
    pen.bezierCurveTo(x - half * 0.5, y + size * 0.95, x - half * 1.02, y + size * 0.45, x - half, y);
    pen.bezierCurveTo(x - half, y - size * 1.25, x + half, y - size * 1.25, x + half, y);
    pen.bezierCurveTo(x + half * 1.02, y + size * 0.45, x + half * 0.5, y + size * 0.95, x, y + size * 1.12);
    pen.fill();
  };
  for (const [index, part] of [1, 0.72, 0.42, 0.14].entries()) {
    pen.fillStyle = colors[index % 2] ?? colors[0];
    hull(size * part);
  }
  pen.save();
  hull(size);
  pen.clip();
  glow(pen, { x: x - size * 0.4, y: y - size * 0.5, radius: size * 1.3, color: '#ffffff', opacity: 0.35 });
  glow(pen, { x: x + size * 0.9, y: y + size * 0.6, radius: size * 1.4, color: '#1a1030', opacity: 0.4 });
  pen.restore();
  pen.strokeStyle = faded(near, 0.8);
  pen.lineWidth = size * 0.025;
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(x + side * size * 0.2, y + size * 1.02);
    pen.lineTo(x + side * size * 0.12, y + size * 1.36);
    pen.stroke();
  }
  pen.fillStyle = mix('#8a5a33', near, 0.3);
  pen.beginPath();
  pen.roundRect(x - size * 0.15, y + size * 1.34, size * 0.3, size * 0.22, size * 0.04);
  pen.fill();
}
