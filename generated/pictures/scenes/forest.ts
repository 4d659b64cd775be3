import { between } from '../../seed.ts';
import { roughOf } from '../noise.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import { downwards, fallingOf, glow, hazeOf, land, paintSky, pine } from '../parts.ts';
import { still, swing, type Pen, type Scene, type Stage } from '../stage.ts';

/** Rows of conifers in mist with rays of light; the palette decides whether snow, leaves or motes fall. */
export const forest: Scene = (stage) => {
  const { random, palette, width, height } = stage;
  const light = { x: width * between(random, 0.15, 0.85), y: height * between(random, -0.05, 0.12) };
  const sky = still(stage, (pen) => {
    paintSky(pen, stage, height * 0.8);
    glow(pen, { ...light, radius: height * 1.1, color: palette.sun, opacity: 0.8 });
  });
  const rows = Array.from({ length: 6 }, (_, row) => still(stage, (pen) => paintRow(pen, stage, row / 5)));
  const rays = raysOf(stage, light);
  const falling = fallingOf(stage, kindOfFall(palette.name, [palette.sun, palette.accents[1]]));
  return (pen, t) => {
    sky.paint(pen);
    for (const [row, layer] of rows.entries()) {
      pen.save();
      pen.translate(1.6 * row * swing(t, row * 0.21), 0);
      layer.paint(pen);
      pen.restore();
      if (row === 2 || row === 4) rays(pen, t);
    }
    falling(pen, t);
  };
};

function kindOfFall(
  palette: string,
  colors: readonly string[],
): { count: number; colors: readonly string[]; size: number; falls: number } {
  if (palette === 'winter' || palette === 'slate') return { count: 220, colors: ['#ffffff'], size: 3.2, falls: 1 };
  if (palette === 'autumn') return { count: 60, colors: ['#c8441b', '#e9a227', '#b5651d'], size: 5, falls: 1 };
  return { count: 50, colors, size: 2.2, falls: -1 };
}

function paintRow(pen: Pen, stage: Stage, depth: number): void {
  const { random, palette, width, height } = stage;
  const haze = lighter(hazeOf(palette), 0.15);
  const color = mix(mix(palette.far, haze, 0.5), darker(palette.near, 0.2), depth ** 1.2);
  const line = roughOf(random, { bumps: 3, octaves: 3 });
  const top = height * (0.56 + 0.42 * depth);
  const rise = height * 0.13;
  const count = Math.round(38 - 22 * depth);
  pen.fillStyle = downwards(pen, {
    from: color,
    to: mix(color, haze, 0.55 * (1 - depth)),
    top: top - height * 0.36,
    bottom: top + height * 0.12,
  });
  for (let tree = 0; tree < count; tree += 1) {
    const x = ((tree + random()) / count) * width * 1.06 - width * 0.03;
    pine(pen, {
      x,
      y: top - rise * line(x / width) + 8,
      size: height * between(random, 0.14, 0.32) * (0.7 + 0.95 * depth),
      random,
    });
  }
  land(pen, stage, { line, top, rise });
  if (depth < 0.9) {
    pen.fillStyle = downwards(pen, {
      from: faded(haze, 0),
      to: faded(haze, 0.5 * (1 - depth)),
      top: top - height * 0.1,
      bottom: top + height * 0.1,
    });
    pen.fillRect(-40, top - height * 0.1, width + 80, height);
  }
}

function raysOf(
  { random, palette, width, height }: Stage,
  light: { x: number; y: number },
): (pen: Pen, t: number) => void {
  const rays = Array.from({ length: 7 }, () => ({
    to: between(random, -0.5, 1.5) * width,
    wide: between(random, 60, 170),
    opacity: between(random, 0.05, 0.13),
    phase: random(),
  }));
  return (pen, t) => {
    pen.globalCompositeOperation = 'lighter';
    for (const { to, wide, opacity, phase } of rays) {
      // Nested fans in place of a blur: soft edges for the cost of six polygons.
      for (let part = 1; part <= 6; part += 1) {
        const from = faded(palette.sun, (opacity / 4) * (0.75 + 0.25 * swing(t, phase)));
        pen.fillStyle = downwards(pen, { from, to: faded(palette.sun, 0), top: 0, bottom: height * 0.96 });
        pen.beginPath();
        pen.moveTo(light.x, -height);
        pen.lineTo(to + (wide * part) / 6, height);
        pen.lineTo(to - (wide * part) / 6, height);
        pen.fill();
      }
    }
    pen.globalCompositeOperation = 'source-over';
  };
}
