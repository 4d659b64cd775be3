import { between } from '../../seed.ts';
import { lineOf, peaksOf, roughOf } from '../noise.ts';
import { darker, faded, mix } from '../palette.ts';
import { downwards, glow, land, pine, starsOf } from '../parts.ts';
import { still, swing, type Pen, type Scene, type Stage } from '../stage.ts';

const colors = [
  ['#3dffb5', '#7b5cff'],
  ['#5dffd0', '#ff5ca8'],
  ['#8cff6b', '#3aa6ff'],
  ['#52e8ff', '#b16bff'],
] as const;

/** Northern lights over a dark ridge with trees. */
export const aurora: Scene = (stage) => {
  const { random, width, height, palette } = stage;
  const [low, high] = colors[Math.floor(random() * colors.length)] ?? colors[0];
  const back = still(stage, (pen) => {
    pen.fillStyle = downwards(pen, {
      from: darker(mix(palette.sky[0], '#04071a', 0.7), 0.2),
      to: mix('#0b2a40', palette.sky[1], 0.35),
      top: 0,
      bottom: height,
    });
    pen.fillRect(0, 0, width, height);
    for (let cloud = 0; cloud < 12; cloud += 1)
      glow(pen, {
        x: random() * width,
        y: height * (0.1 + 0.3 * random()),
        radius: height * between(random, 0.15, 0.35),
        color: '#5d7bd0',
        opacity: 0.1,
      });
  });
  const stars = starsOf(stage, { count: 420, bottom: height * 0.85 });
  const curtains = Array.from({ length: 3 }, (_, index) =>
    curtainOf(stage, { base: height * (0.5 + 0.09 * index), low: index === 1 ? high : low, high }),
  );
  const ground = still(stage, (pen) => paintGround(pen, stage));
  return (pen, t) => {
    back.paint(pen);
    stars(pen, t);
    pen.globalCompositeOperation = 'lighter';
    for (const curtain of curtains) curtain(pen, t);
    pen.globalCompositeOperation = 'source-over';
    ground.paint(pen);
  };
};

function curtainOf(
  { random, width, height }: Stage,
  { base, low, high }: { base: number; low: string; high: string },
): (pen: Pen, t: number) => void {
  const [path, tall, light] = [
    lineOf(random, 3),
    roughOf(random, { bumps: 6, octaves: 3 }),
    roughOf(random, { bumps: 9, octaves: 3 }),
  ];
  const phase = random();
  const step = 7;
  return (pen, t) => {
    for (let x = -step; x < width + step; x += step) {
      const u = x / width;
      const foot = base - height * 0.3 * path(u + 0.03 * swing(t, phase)) + 8 * swing(t, u * 2 + phase, 2);
      const rise = height * (0.16 + 0.42 * tall(u + 0.04 * swing(t, phase + 0.3)));
      const shine = 0.34 * light(u - 0.05 * swing(t, phase + 0.6)) ** 1.5;
      const fill = pen.createLinearGradient(0, foot - rise, 0, foot + 22);
      fill.addColorStop(0, faded(high, 0));
      fill.addColorStop(0.45, faded(mix(high, low, 0.35), shine * 0.55));
      fill.addColorStop(0.88, faded(low, shine));
      fill.addColorStop(1, faded(low, 0));
      pen.fillStyle = fill;
      pen.fillRect(x, foot - rise, step * 2.2, rise + 22);
    }
  };
}

function paintGround(pen: Pen, stage: Stage): void {
  const { random, width, height, palette } = stage;
  for (const [depth, color] of [
    [0, '#0c1f33'],
    [1, '#050c18'],
  ] as const) {
    const line = depth === 0 ? peaksOf(random, 3) : lineOf(random, 4);
    const [top, rise] = [height * (0.94 + 0.06 * depth), height * (depth === 0 ? 0.26 : 0.12)];
    pen.fillStyle = mix(color, palette.near, 0.2);
    land(pen, stage, { line, top, rise });
    if (depth === 0) continue;
    for (let tree = 0; tree < 70; tree += 1) {
      const x = random() * width;
      pine(pen, { x, y: top - rise * line(x / width) + 6, size: height * between(random, 0.06, 0.19), random });
    }
  }
}
