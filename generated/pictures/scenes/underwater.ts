import { below, between, pick } from '../../seed.ts';
import { lineOf } from '../noise.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import { actorAt, downwards, fallingOf, glow, land } from '../parts.ts';
import { still, swing, type Pen, type Scene, type Stage } from '../stage.ts';

/** Below the surface: rays, weed, bubbles, and the actors swim. */
export const underwater: Scene = (stage) => {
  const { random, palette, width, height, actors } = stage;
  const water = mix('#0b6fa4', palette.sky[1], 0.35);
  const back = still(stage, (pen) => {
    pen.fillStyle = downwards(pen, {
      from: lighter(mix(water, '#5fe0e0', 0.45), 0.25),
      to: darker(mix(water, '#04204a', 0.6), 0.15),
      top: 0,
      bottom: height,
    });
    pen.fillRect(0, 0, width, height);
    glow(pen, { x: width * between(random, 0.3, 0.7), y: -40, radius: height * 0.95, color: '#f4fff4', opacity: 0.75 });
  });
  const rays = Array.from({ length: 8 }, () => ({
    x: between(random, -0.1, 1.1) * width,
    wide: between(random, 20, 80),
    lean: between(random, -180, 180),
    opacity: between(random, 0.05, 0.15),
    phase: random(),
  }));
  const floor = still(stage, (pen) => {
    for (const depth of [0.2, 0.6, 1]) {
      pen.fillStyle = mix(darker(water, 0.25), '#04182f', depth * 0.8);
      land(pen, stage, { line: lineOf(random, 5), top: height * (0.88 + 0.1 * depth), rise: height * 0.13 });
    }
  });
  const weeds = Array.from({ length: 22 }, () => ({
    x: random() * width,
    tall: height * between(random, 0.1, 0.34),
    wide: between(random, 5, 13),
    color: mix(
      pick(random, ['#1f9e7a', '#2fb573', '#0f6f6a', ...palette.accents]),
      '#05233f',
      between(random, 0.15, 0.55),
    ),
    phase: random(),
  }));
  const bubbles = fallingOf(stage, { count: 60, colors: ['#e8ffff'], size: 5, falls: -1 });
  const swimmers = Array.from({ length: actors.length === 0 ? 0 : 5 + below(random, 5) }, (_, index) => ({
    image: actors[index % actors.length],
    x: between(random, 0.06, 0.94) * width,
    y: between(random, 0.22, 0.8) * height,
    size: height * between(random, 0.07, 0.2),
    phase: random(),
  })).toSorted((one, other) => one.size - other.size);
  return (pen, t) => {
    back.paint(pen);
    for (const { x, wide, lean, opacity, phase } of rays) {
      pen.fillStyle = downwards(pen, {
        from: faded('#f0ffff', opacity * (0.7 + 0.3 * swing(t, phase))),
        to: faded('#f0ffff', 0),
        top: 0,
        bottom: height * 0.85,
      });
      pen.beginPath();
      pen.moveTo(x - wide * 0.3, 0);
      pen.lineTo(x + wide * 0.3, 0);
      pen.lineTo(x + lean + wide, height);
      pen.lineTo(x + lean - wide, height);
      pen.fill();
    }
    floor.paint(pen);
    for (const weed of weeds) paintWeed(pen, stage, { ...weed, t });
    for (const { image, phase, ...swimmer } of swimmers) {
      if (image)
        actorAt(pen, {
          ...swimmer,
          image,
          x: swimmer.x + 26 * swing(t, phase),
          y: swimmer.y + 9 * swing(t, phase * 3, 2),
          angle: 0.07 * swing(t, phase, 2),
        });
    }
    bubbles(pen, t);
  };
};

function paintWeed(
  pen: Pen,
  { height }: Stage,
  {
    x,
    tall,
    wide,
    color,
    phase,
    t,
  }: { x: number; tall: number; wide: number; color: string; phase: number; t: number },
): void {
  const sway = (part: number): number => 26 * part ** 1.6 * swing(t, phase + part * 0.5);
  pen.fillStyle = color;
  pen.beginPath();
  pen.moveTo(x - wide, height);
  for (let part = 0; part <= 1; part += 0.1)
    pen.lineTo(x - wide * (1 - part) + sway(part) + 5 * Math.sin(part * 14), height - tall * part);
  for (let part = 1; part >= 0; part -= 0.1)
    pen.lineTo(x + wide * (1 - part) + sway(part) + 5 * Math.sin(part * 14 + 0.6), height - tall * part);
  pen.fill();
}
