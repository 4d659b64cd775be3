import { below, between, pick } from '../../seed.ts';
import { lineOf, type Line } from '../noise.ts';
import { darker, lighter, mix } from '../palette.ts';
import {
  actorAt,
  birdsOf,
  cloudsOf,
  disc,
  downwards,
  groundShadow,
  hazeOf,
  land,
  paintSky,
  paintSun,
} from '../parts.ts';
import { still, swing, type Pen, type Scene, type Stage } from '../stage.ts';

const greens: Readonly<Record<string, readonly [string, string]>> = {
  winter: ['#eef5fb', '#b9cfe2'],
  autumn: ['#d9b04a', '#8a5a22'],
  golden: ['#d8bf57', '#7f7a2e'],
  rose: ['#b5d99c', '#5c8f6b'],
  slate: ['#93a78f', '#42584a'],
};

/** Hills under a friendly sky with trees and flowers; the actors stand on the nearest hill. */
export const meadow: Scene = (stage) => {
  const { random, palette, width, height, actors } = stage;
  const [light, dark] = greens[palette.name] ?? ['#9bd15f', '#2f8f5b'];
  const sun = {
    x: width * between(random, 0.12, 0.88),
    y: height * between(random, 0.13, 0.28),
    radius: height * 0.062,
  };
  const sky = still(stage, (pen) => paintSky(pen, stage, height * 0.72));
  const clouds = cloudsOf(stage, {
    count: 6,
    top: height * 0.14,
    bottom: height * 0.4,
    color: lighter(hazeOf(palette), 0.6),
    opacity: 0.8,
  });
  const birds = birdsOf(stage, {
    count: below(random, 5),
    color: darker(palette.near, 0.1),
    top: height * 0.15,
    bottom: height * 0.35,
  });
  const front: Line = lineOf(random, 3);
  const [top, rise] = [height * 0.86, height * 0.12];
  const hills = still(stage, (pen) => {
    for (let layer = 0; layer < 3; layer += 1) {
      const depth = layer / 3;
      const line = lineOf(random, 3 + layer);
      const color = mix(mix(light, hazeOf(palette), 0.55 * (1 - depth)), dark, depth * 0.55);
      pen.fillStyle = downwards(pen, {
        from: lighter(color, 0.12),
        to: darker(color, 0.08),
        top: height * 0.45,
        bottom: height,
      });
      land(pen, stage, { line, top: height * (0.64 + 0.1 * layer), rise: height * 0.18 });
      paintTrees(pen, stage, {
        line,
        top: height * (0.64 + 0.1 * layer),
        rise: height * 0.18,
        color: mix(color, dark, 0.6),
        size: height * (0.05 + 0.03 * layer),
      });
    }
    pen.fillStyle = downwards(pen, {
      from: mix(light, dark, 0.35),
      to: mix(dark, palette.near, 0.3),
      top: top - rise,
      bottom: height,
    });
    land(pen, stage, { line: front, top, rise });
    paintFlowers(pen, stage, { line: front, top, rise, stem: darker(dark, 0.2) });
  });
  const count = actors.length === 0 ? 0 : Math.min(1 + below(random, 3), actors.length + 1);
  const cast = Array.from({ length: count }, (_, index) => {
    const x = width * ((index + 0.5 + between(random, -0.2, 0.2)) / count);
    const size = height * between(random, 0.22, 0.34);
    return {
      image: actors[index % actors.length],
      x,
      y: top - rise * front(x / width) + size * 0.1,
      size,
      phase: random(),
    };
  });
  return (pen, t) => {
    sky.paint(pen);
    paintSun(pen, { ...sun, palette });
    clouds(pen, t);
    birds(pen, t);
    hills.paint(pen);
    for (const { image, x, y, size, phase } of cast) {
      if (!image) continue;
      groundShadow(pen, { x, y: y + size * 0.02, size });
      const hop = Math.abs(swing(t, phase, 2)) * size * 0.06;
      actorAt(pen, { image, x, y: y - size * 0.47 - hop, size, angle: 0.035 * swing(t, phase, 2) });
    }
  };
};

function paintTrees(
  pen: Pen,
  { random, width }: Stage,
  { line, top, rise, color, size }: { line: Line; top: number; rise: number; color: string; size: number },
): void {
  for (let tree = 0; tree < 11; tree += 1) {
    const x = random() * width;
    const y = top - rise * line(x / width) + 3;
    const tall = size * between(random, 0.7, 1.4);
    pen.fillStyle = darker(color, 0.35);
    pen.fillRect(x - tall * 0.05, y - tall * 0.5, tall * 0.1, tall * 0.52);
    for (const [dx, dy, radius, tone] of [
      [0, -0.85, 0.38, 0],
      [-0.24, -0.62, 0.3, -0.08],
      [0.24, -0.62, 0.3, 0.06],
      [-0.08, -0.98, 0.2, 0.14],
    ] as const) {
      disc(pen, {
        x: x + dx * tall,
        y: y + dy * tall,
        radius: radius * tall,
        color: tone < 0 ? darker(color, -tone) : lighter(color, tone),
      });
    }
  }
}

function paintFlowers(
  pen: Pen,
  { random, palette, width, height }: Stage,
  { line, top, rise, stem }: { line: Line; top: number; rise: number; stem: string },
): void {
  const spots = Array.from({ length: 150 }, () => ({ x: random() * width, part: random() ** 0.8 })).toSorted(
    (one, other) => one.part - other.part,
  );
  for (const { x, part } of spots) {
    const ground = top - rise * line(x / width);
    const y = ground + (height - ground) * part + 6;
    const size = 2.6 + 6 * part;
    pen.strokeStyle = stem;
    pen.lineWidth = size * 0.22;
    pen.beginPath();
    pen.moveTo(x, y + size * 2.4);
    pen.quadraticCurveTo(x + size * 0.4, y + size, x, y);
    pen.stroke();
    const color = lighter(pick(random, palette.accents), 0.15);
    for (let petal = 0; petal < 5; petal += 1) {
      const angle = petal * 1.2566;
      disc(pen, {
        x: x + Math.cos(angle) * size * 0.6,
        y: y + Math.sin(angle) * size * 0.6,
        radius: size * 0.5,
        color,
      });
    }
    disc(pen, { x, y, radius: size * 0.4, color: '#fff2b0' });
  }
}
