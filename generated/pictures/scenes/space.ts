import { below, between, pick } from '../../seed.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import { roughOf } from '../noise.ts';
import { actorAt, disc, glow, starsOf } from '../parts.ts';
import { still, swing, turn, type Pen, type Scene, type Stage } from '../stage.ts';

/** Planets and a nebula; actors float. */
export const space: Scene = (stage) => {
  const { random, palette, width, height, actors } = stage;
  const back = still(stage, (pen) => paintNebula(pen, stage));
  const stars = starsOf(stage, { count: 520, bottom: height });
  const planets = Array.from({ length: 1 + below(random, 2) }, (_, index) => ({
    x: width * (index === 0 ? between(random, 0.18, 0.42) : between(random, 0.66, 0.88)),
    y: height * between(random, 0.25, 0.7),
    radius: height * (index === 0 ? between(random, 0.16, 0.26) : between(random, 0.05, 0.1)),
    color: mix(pick(random, palette.accents), pick(random, palette.sky), 0.35),
    hasRing: random() < 0.5,
    tilt: between(random, -0.5, 0.5),
    phase: random(),
  }));
  const layers = planets.map((planet) => still(stage, (pen) => paintPlanet(pen, stage, planet)));
  const floating = actors.slice(0, 2).map((image, index) => ({
    image,
    x: width * between(random, 0.5, 0.82),
    y: height * (0.35 + 0.32 * index),
    size: height * between(random, 0.2, 0.3),
    phase: random(),
  }));
  return (pen, t) => {
    back.paint(pen);
    stars(pen, t);
    for (const [index, layer] of layers.entries()) {
      pen.save();
      pen.translate(0, 5 * swing(t, planets[index]?.phase));
      layer.paint(pen);
      pen.restore();
    }
    for (const { phase, ...actor } of floating)
      actorAt(pen, { ...actor, y: actor.y + 12 * swing(t, phase), angle: 0.12 * swing(t, phase + 0.2), shadow: 0 });
  };
};

function paintNebula(pen: Pen, { random, palette, width, height }: Stage): void {
  pen.fillStyle = darker(mix(palette.sky[0], '#05030f', 0.75), 0.1);
  pen.fillRect(0, 0, width, height);
  const line = roughOf(random, { bumps: 3, octaves: 3 });
  pen.globalCompositeOperation = 'lighter';
  for (let cloud = 0; cloud < 70; cloud += 1) {
    const x = random() * width;
    const y = height * (0.15 + 0.7 * line(x / width)) + (random() + random() - 1) * height * 0.3;
    glow(pen, {
      x,
      y,
      radius: height * between(random, 0.08, 0.34),
      color: pick(random, [...palette.accents, palette.sky[1], palette.sky[2]]),
      opacity: between(random, 0.05, 0.16),
    });
  }
  pen.globalCompositeOperation = 'source-over';
}

function paintPlanet(
  pen: Pen,
  { random, palette }: Stage,
  {
    x,
    y,
    radius,
    color,
    hasRing,
    tilt,
  }: { x: number; y: number; radius: number; color: string; hasRing: boolean; tilt: number },
): void {
  glow(pen, { x, y, radius: radius * 1.7, color: lighter(color, 0.3), opacity: 0.35 });
  if (hasRing) paintRing(pen, { x, y, radius, color, tilt, from: turn / 2, to: turn });
  disc(pen, { x, y, radius, color });
  pen.save();
  pen.beginPath();
  pen.arc(x, y, radius, 0, turn);
  pen.clip();
  for (let band = 0; band < 9; band += 1) {
    pen.fillStyle = faded(random() < 0.5 ? lighter(color, 0.35) : darker(color, 0.3), between(random, 0.12, 0.4));
    pen.beginPath();
    pen.ellipse(
      x,
      y + between(random, -1, 1) * radius,
      radius * 1.2,
      radius * between(random, 0.03, 0.14),
      tilt,
      0,
      turn,
    );
    pen.fill();
  }
  glow(pen, { x: x - radius * 0.5, y: y - radius * 0.5, radius: radius * 1.5, color: palette.sun, opacity: 0.5 });
  const night = pen.createRadialGradient(
    x - radius * 0.55,
    y - radius * 0.55,
    radius * 0.5,
    x - radius * 0.3,
    y - radius * 0.3,
    radius * 1.55,
  );
  night.addColorStop(0, 'rgba(4,2,16,0)');
  night.addColorStop(1, 'rgba(4,2,16,.92)');
  pen.fillStyle = night;
  pen.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  pen.restore();
  if (hasRing) paintRing(pen, { x, y, radius, color, tilt, from: 0, to: turn / 2 });
}

function paintRing(
  pen: Pen,
  {
    x,
    y,
    radius,
    color,
    tilt,
    from,
    to,
  }: { x: number; y: number; radius: number; color: string; tilt: number; from: number; to: number },
): void {
  for (const [size, opacity] of [
    [1.45, 0.5],
    [1.6, 0.75],
    [1.74, 0.4],
    [1.9, 0.55],
  ] as const) {
    pen.strokeStyle = faded(lighter(color, 0.45), opacity);
    pen.lineWidth = radius * 0.085;
    pen.beginPath();
    pen.ellipse(x, y, radius * size, radius * size * 0.26, tilt, from, to);
    pen.stroke();
  }
}
