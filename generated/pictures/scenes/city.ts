import { below, between } from '../../seed.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import { cloudsOf, disc, downwards, glow, hazeOf, paintSky, paintSun, starsOf } from '../parts.ts';
import { still, swing, type Pen, type Scene, type Stage } from '../stage.ts';

type Light = { x: number; y: number; width: number; height: number; color: string; phase: number; periods: number };

/** A skyline with lit windows; every second one is at the water. */
export const city: Scene = (stage) => {
  const { random, palette, width, height } = stage;
  const shore = random() < 0.55 ? height * between(random, 0.74, 0.82) : height;
  const lights: Light[] = [];
  const tips: { x: number; y: number; phase: number }[] = [];
  const sky = still(stage, (pen) => paintSky(pen, stage, shore));
  const stars = palette.isNight ? starsOf(stage, { count: 150, bottom: height * 0.45 }) : null;
  const sun = {
    x: width * between(random, 0.15, 0.85),
    y: height * between(random, 0.14, 0.4),
    radius: height * between(random, 0.04, 0.07),
  };
  const clouds = cloudsOf(stage, {
    count: 3,
    top: height * 0.12,
    bottom: height * 0.4,
    color: lighter(hazeOf(palette), 0.2),
    opacity: 0.4,
  });
  const houses = still(stage, (pen) => {
    for (let layer = 0; layer < 4; layer += 1) paintRow(pen, stage, { layer, shore, lights, tips });
  });
  const upper = (pen: Pen, t: number): void => {
    sky.paint(pen);
    stars?.(pen, t);
    paintSun(pen, { ...sun, palette });
    clouds(pen, t);
    houses.paint(pen);
    for (const { color, phase, periods, ...light } of lights) {
      pen.fillStyle = faded(color, 0.5 + 0.45 * Math.tanh(3 * swing(t, phase, periods)));
      pen.fillRect(light.x, light.y, light.width, light.height);
    }
    for (const { x, y, phase } of tips) {
      const shine = Math.max(0, swing(t, phase, 3));
      disc(pen, { x, y, radius: 1.8, color: '#ff5a4f', opacity: 0.4 + 0.6 * shine });
      glow(pen, { x, y, radius: 14, color: '#ff5a4f', opacity: 0.6 * shine });
    }
  };
  return (pen, t) => {
    upper(pen, t);
    if (shore < height) paintRiver(pen, stage, { upper: still(stage, (layer) => upper(layer, t)).canvas, shore, t });
  };
};

type Row = { layer: number; shore: number; lights: Light[]; tips: { x: number; y: number; phase: number }[] };

function paintRow(pen: Pen, stage: Stage, { layer, shore, lights, tips }: Row): void {
  const { random, palette, width, height } = stage;
  const depth = layer / 3;
  const color = mix(mix(palette.far, hazeOf(palette), 0.3 * (1 - depth)), darker(palette.near, 0.15), depth);
  let x = -30 * random();
  while (x < width) {
    const wide = between(random, 34, 92) * (0.75 + 0.4 * depth);
    const middle = 1 - Math.abs((x + wide / 2) / width - 0.5);
    const tall = height * between(random, 0.16, 0.5) * (1.08 - 0.55 * depth) * (0.55 + 0.6 * middle);
    const top = shore - tall;
    pen.fillStyle = downwards(pen, {
      from: color,
      to: mix(color, hazeOf(palette), 0.28 * (1 - depth)),
      top,
      bottom: shore,
    });
    pen.fillRect(x, top, wide, tall + 1);
    paintRoof(pen, { x, top, wide, kind: below(random, 6), tips: layer > 0 ? tips : [], random });
    if (layer > 0) paintWindows(pen, stage, { x, top, wide, bottom: shore, depth, lights });
    x += wide + between(random, -4, 7);
  }
}

function paintRoof(
  pen: Pen,
  {
    x,
    top,
    wide,
    kind,
    tips,
    random,
  }: { x: number; top: number; wide: number; kind: number; tips: Row['tips']; random: () => number },
): void {
  const middle = x + wide / 2;
  if (kind === 0) {
    pen.fillRect(middle - 1.2, top - wide * 0.7, 2.4, wide * 0.7);
    tips.push({ x: middle, y: top - wide * 0.7, phase: random() });
  } else if (kind === 1) {
    pen.fillRect(x + wide * 0.18, top - wide * 0.22, wide * 0.64, wide * 0.24);
    pen.fillRect(x + wide * 0.34, top - wide * 0.4, wide * 0.32, wide * 0.24);
  } else if (kind === 2) {
    pen.beginPath();
    pen.moveTo(x, top + 1);
    pen.lineTo(x, top - wide * 0.35);
    pen.lineTo(x + wide, top + 1);
    pen.fill();
  }
}

function paintWindows(
  pen: Pen,
  { random, palette }: Stage,
  {
    x,
    top,
    wide,
    bottom,
    depth,
    lights,
  }: { x: number; top: number; wide: number; bottom: number; depth: number; lights: Light[] },
): void {
  const step = 9 + 4 * depth;
  const columns = Math.max(2, Math.floor((wide - 8) / step));
  const gap = (wide - 8) / columns;
  const lit = palette.isNight ? between(random, 0.25, 0.6) : between(random, 0.06, 0.3);
  for (let y = top + 9; y < bottom - 10; y += step * 1.25) {
    for (let column = 0; column < columns; column += 1) {
      const window = { x: x + 4 + column * gap + gap * 0.2, y, width: gap * 0.55, height: step * 0.62 };
      if (random() < lit) {
        const color = mix('#ffd58a', random() < 0.2 ? palette.accents[1] : '#fff3d0', random());
        if (random() < 0.05) lights.push({ ...window, color, phase: random(), periods: 1 + below(random, 2) });
        else {
          pen.fillStyle = faded(color, between(random, 0.35, 0.95) * (0.55 + 0.45 * depth));
          pen.fillRect(window.x, window.y, window.width, window.height);
        }
      } else if (depth > 0.5) {
        pen.fillStyle = faded(lighter(palette.far, 0.1), 0.1);
        pen.fillRect(window.x, window.y, window.width, window.height);
      }
    }
  }
}

function paintRiver(
  pen: Pen,
  { width, height, scale, palette }: Stage,
  { upper, shore, t }: { upper: Parameters<Pen['drawImage']>[0]; shore: number; t: number },
): void {
  for (let row = 0; row < height - shore; row += 2) {
    const near = row / (height - shore);
    const shift = (1.5 + 6 * near) * swing(t, row * 0.11, 2) + 2 * swing(t, row * 0.31, 3);
    pen.drawImage(
      upper,
      0,
      Math.max(0, shore - row * 1.9 - 2) * scale,
      width * scale,
      2 * scale,
      shift,
      shore + row,
      width,
      2.8,
    );
  }
  pen.fillStyle = downwards(pen, {
    from: faded(palette.near, 0.25),
    to: faded(palette.near, 0.7),
    top: shore,
    bottom: height,
  });
  pen.fillRect(0, shore, width, height - shore);
}
