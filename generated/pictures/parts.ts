/** Parts shared by several scenes. */

import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas';
import { below, between, pick, type Random } from '../seed.ts';
import { faded, lighter, mix, type Palette } from './palette.ts';
import type { Line } from './noise.ts';
import { swing, turn, wrap, type Pen, type Stage } from './stage.ts';

/** Fills the picture, or the part above `bottom`, with the palette's sky. */
export function paintSky(pen: Pen, { width, height, palette }: Stage, bottom = height): void {
  const fill = pen.createLinearGradient(0, 0, 0, bottom);
  for (const [at, color] of palette.sky.entries()) fill.addColorStop([0, 0.4, 0.75, 1][at] ?? 1, color);
  pen.fillStyle = fill;
  pen.fillRect(0, 0, width, height);
}

/** A round light that fades out towards its edge. */
export function glow(pen: Pen, { x, y, radius, color, opacity = 1 }: Spot): void {
  const fill = pen.createRadialGradient(x, y, 0, x, y, radius);
  fill.addColorStop(0, faded(color, opacity));
  fill.addColorStop(0.4, faded(color, opacity * 0.36));
  fill.addColorStop(1, faded(color, 0));
  pen.fillStyle = fill;
  pen.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}

/** The position of a light. */
export type Spot = { x: number; y: number; radius: number; color: string; opacity?: number };

/** A filled disc. */
export function disc(pen: Pen, { x, y, radius, color, opacity = 1 }: Spot): void {
  pen.fillStyle = faded(color, opacity);
  pen.beginPath();
  pen.arc(x, y, radius, 0, turn);
  pen.fill();
}

/** The sun of a palette, or its moon with craters. */
export function paintSun(
  pen: Pen,
  { palette, ...spot }: { palette: Palette; x: number; y: number; radius: number },
): void {
  const { x, y, radius } = spot;
  glow(pen, { ...spot, radius: radius * 9, color: palette.sun, opacity: palette.isNight ? 0.4 : 0.75 });
  disc(pen, { ...spot, color: palette.sun });
  if (!palette.isNight) return;
  for (const [dx, dy, size] of [
    [-0.3, -0.25, 0.22],
    [0.35, 0.1, 0.28],
    [-0.12, 0.42, 0.16],
  ] as const) {
    disc(pen, { x: x + dx * radius, y: y + dy * radius, radius: size * radius, color: palette.far, opacity: 0.22 });
  }
}

/**
 * Fills from a curve down to the bottom. `top` and `rise` position the curve; `at` shifts it (fractions of its period).
 */
export function land(
  pen: Pen,
  stage: Stage,
  { line, top, rise, at = 0 }: { line: Line; top: number; rise: number; at?: number },
): void {
  pen.beginPath();
  pen.moveTo(0, stage.height);
  for (let x = 0; x <= stage.width + 3; x += 3) pen.lineTo(x, top - rise * line(x / stage.width + at));
  pen.lineTo(stage.width + 3, stage.height);
  pen.closePath();
  pen.fill();
}

/** A fill that fades downwards from one colour to another. */
export function downwards(
  pen: Pen,
  { from, to, top, bottom }: { from: string; to: string; top: number; bottom: number },
): ReturnType<Pen['createLinearGradient']> {
  const fill = pen.createLinearGradient(0, top, 0, bottom);
  fill.addColorStop(0, from);
  fill.addColorStop(1, to);
  return fill;
}

/** A conifer that stands on (x, y). */
export function pine(pen: Pen, { x, y, size, random }: { x: number; y: number; size: number; random: Random }): void {
  const tiers = 6;
  pen.fillRect(x - size * 0.02, y - size * 0.1, size * 0.04, size * 0.14);
  pen.beginPath();
  pen.moveTo(x, y - size);
  const left: [number, number][] = [];
  for (let tier = 1; tier <= tiers; tier += 1) {
    const half = size * 0.27 * (tier / tiers) * between(random, 0.82, 1.12);
    const down = y - size + size * 0.94 * (tier / tiers);
    pen.lineTo(x + half, down);
    pen.lineTo(x + half * 0.45, down - size * 0.045);
    left.unshift([x - half, down], [x - half * 0.45, down - size * 0.045]);
  }
  for (let at = 0; at + 1 < left.length; at += 2) {
    const [tip, inner] = [left[at], left[at + 1]];
    if (tip && inner) {
      if (at > 0) pen.lineTo(inner[0] - size * 0.01, tip[1] + 0.5);
      pen.lineTo(tip[0], tip[1]);
      pen.lineTo(inner[0], inner[1]);
    }
  }
  pen.closePath();
  pen.fill();
}

/** Soft clouds that drift slightly back and forth. */
export function cloudsOf(
  stage: Stage,
  {
    count,
    top,
    bottom,
    color,
    opacity = 0.9,
  }: { count: number; top: number; bottom: number; color: string; opacity?: number },
): (pen: Pen, t: number) => void {
  const { random, width, scale } = stage;
  const clouds = Array.from({ length: count }, () => {
    const size = between(random, 40, 110);
    const [x, y] = [between(random, -0.1, 1.1) * width, between(random, top, bottom)];
    return {
      x,
      y,
      size,
      canvas: cloudOf({ size, scale, random, color, opacity }),
      drift: between(random, 6, 22),
      phase: random(),
    };
  });
  return (pen, t) => {
    for (const { x, y, size, canvas, drift, phase } of clouds) {
      pen.drawImage(canvas, x - size * 3 + drift * swing(t, phase), y - size * 1.6, size * 6, size * 2.4);
    }
  };
}

/** A cloud six sizes wide, drawn coarsely because it is blurred afterwards. */
function cloudOf({
  size,
  scale,
  random,
  color,
  opacity,
}: {
  size: number;
  scale: number;
  random: Random;
  color: string;
  opacity: number;
}): Canvas {
  const coarse = Math.min(1, 0.5 * scale);
  const canvas = createCanvas(Math.ceil(size * 6 * coarse), Math.ceil(size * 2.4 * coarse));
  const pen = canvas.getContext('2d');
  pen.scale(coarse, coarse);
  pen.filter = `blur(${(size * 0.1 * coarse).toFixed(1)}px)`;
  for (let puff = 0; puff < 18; puff += 1) {
    const along = between(random, -1, 1);
    const radius = size * between(random, 0.28, 0.62) * (1 - 0.6 * Math.abs(along));
    disc(pen, {
      x: size * (3 + along * 2.1),
      y: size * 1.6 - radius * between(random, 0, 0.8),
      radius,
      color,
      opacity,
    });
  }
  pen.filter = 'none';
  pen.globalCompositeOperation = 'destination-out';
  pen.fillStyle = downwards(pen, { from: 'rgba(0,0,0,0)', to: 'rgba(0,0,0,.9)', top: size * 1.2, bottom: size * 2.15 });
  pen.fillRect(0, 0, size * 6, size * 2.4);
  return canvas;
}

/** Stars that twinkle, between the top and `bottom`. */
export function starsOf(
  { random, width }: Stage,
  { count, bottom }: { count: number; bottom: number },
): (pen: Pen, t: number) => void {
  const stars = Array.from({ length: count }, () => ({
    x: random() * width,
    y: random() ** 1.3 * bottom,
    size: 0.5 + 1.7 * random() ** 5,
    color: mix('#bcd4ff', '#fff0d6', random()),
    light: between(random, 0.35, 1),
    phase: random(),
  }));
  return (pen, t) => {
    for (const { light, phase, size, ...star } of stars) {
      disc(pen, { ...star, radius: size, opacity: light * (0.75 + 0.25 * swing(t, phase)) });
    }
  };
}

/** Flakes, leaves or motes that fall by whole heights per loop; negative `falls` rise. */
export function fallingOf(
  stage: Stage,
  { count, colors, size, falls = 1 }: { count: number; colors: readonly string[]; size: number; falls?: number },
): (pen: Pen, t: number) => void {
  const { random, width, height } = stage;
  const flakes = Array.from({ length: count }, () => {
    const depth = random();
    return {
      x: random() * width,
      y: random(),
      radius: size * (0.3 + 0.9 * depth),
      color: pick(random, colors),
      opacity: 0.35 + 0.55 * depth,
      sway: between(random, 8, 36),
      phase: random(),
      times: falls * (1 + below(random, 2)),
    };
  });
  return (pen, t) => {
    for (const { x, y, sway, phase, times, ...flake } of flakes) {
      disc(pen, { ...flake, x: x + sway * swing(t, phase), y: wrap(y + times * t) * (height + 40) - 20 });
    }
  };
}

/** A few distant birds that glide. */
export function birdsOf(
  { random, width }: Stage,
  { count, color, top, bottom }: { count: number; color: string; top: number; bottom: number },
): (pen: Pen, t: number) => void {
  const middle = between(random, 0.25, 0.75) * width;
  const birds = Array.from({ length: count }, () => ({
    x: middle + between(random, -150, 150),
    y: between(random, top, bottom),
    size: between(random, 6, 12),
    phase: random(),
  }));
  return (pen, t) => {
    pen.strokeStyle = color;
    pen.lineCap = 'round';
    for (const { x, y, size, phase } of birds) {
      const beat = size * (0.34 + 0.22 * swing(t, phase, 6));
      const [at, up] = [x + 26 * swing(t, phase), y + 6 * swing(t, phase * 2, 2)];
      pen.lineWidth = size * 0.16;
      pen.beginPath();
      pen.moveTo(at - size, up - beat);
      pen.quadraticCurveTo(at - size * 0.35, up - beat, at, up);
      pen.quadraticCurveTo(at + size * 0.35, up - beat, at + size, up - beat);
      pen.stroke();
    }
  };
}

/** Draws an emoji centred at (x, y), with a soft shadow below it. */
export function actorAt(
  pen: Pen,
  {
    image,
    x,
    y,
    size,
    angle = 0,
    shadow = 0,
  }: { image: Image; x: number; y: number; size: number; angle?: number; shadow?: number },
): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  if (shadow > 0) {
    pen.shadowColor = 'rgba(20,16,40,.38)';
    pen.shadowBlur = shadow;
    pen.shadowOffsetY = shadow * 0.45;
  }
  pen.drawImage(image, -size / 2, -size / 2, size, size);
  pen.restore();
}

/** The ground's own light under a standing object. */
export function groundShadow(pen: Pen, { x, y, size }: { x: number; y: number; size: number }): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(1, 0.16);
  glow(pen, { x: 0, y: 0, radius: size * 0.62, color: '#0a0f1e', opacity: 0.55 });
  pen.restore();
}

/** The haze at the horizon of a palette. */
export const hazeOf = ({ sky }: Palette): string => lighter(mix(sky[2], sky[3], 0.5), 0.1);
