import { below, between, pick } from '../../seed.ts';
import { faded, lighter, mix } from '../palette.ts';
import { actorAt, disc, downwards, glow } from '../parts.ts';
import { still, swing, turn, type Pen, type Scene, type Stage } from '../stage.ts';

/** One large actor in front of rays, rings or a pattern of itself. */
export const portrait: Scene = (stage) => {
  const { random, palette, width, height, actors } = stage;
  const back = still(stage, (pen) => paintBack(pen, stage));
  const x = width * pick(random, [0.3, 0.5, 0.5, 0.7]);
  const size = height * between(random, 0.5, 0.64);
  const y = height * 0.5;
  const sparks = Array.from({ length: 26 }, () => ({
    x: random() * width,
    y: random() * height,
    size: between(random, 3, 12),
    color: lighter(pick(random, palette.accents), 0.5),
    phase: random(),
  }));
  const [main] = actors;
  return (pen, t) => {
    back.paint(pen);
    disc(pen, {
      x,
      y,
      radius: size * (0.66 + 0.012 * swing(t)),
      color: lighter(palette.accents[1], 0.5),
      opacity: 0.5,
    });
    disc(pen, {
      x,
      y,
      radius: size * (0.56 + 0.008 * swing(t, 0.2)),
      color: lighter(palette.sky[3], 0.5),
      opacity: 0.92,
    });
    for (const { phase, ...spark } of sparks) paintSpark(pen, { ...spark, shine: 0.55 + 0.45 * swing(t, phase) });
    if (main)
      actorAt(pen, { image: main, x, y: y + size * 0.015 * swing(t), size: size * 0.86, angle: 0.045 * swing(t, 0.1) });
  };
};

function paintBack(pen: Pen, stage: Stage): void {
  const { random, palette, width, height, actors } = stage;
  const [from, to] = [
    mix(pick(random, palette.accents), palette.sky[2], 0.35),
    mix(palette.sky[1], pick(random, palette.accents), 0.35),
  ];
  pen.fillStyle = downwards(pen, { from, to, top: 0, bottom: height });
  pen.fillRect(0, 0, width, height);
  const kind = below(random, 3);
  if (kind === 0) {
    pen.fillStyle = faded('#ffffff', 0.13);
    for (let ray = 0; ray < 18; ray += 1) {
      pen.beginPath();
      pen.moveTo(width / 2, height / 2);
      pen.arc(width / 2, height / 2, width, (ray / 18) * turn, ((ray + 0.5) / 18) * turn);
      pen.fill();
    }
  } else if (kind === 1 && actors.length > 1) {
    pen.globalAlpha = 0.32;
    for (let row = 0; row < 6; row += 1) {
      for (let column = 0; column < 11; column += 1) {
        const image = actors[1 + ((row + column) % (actors.length - 1))];
        if (image)
          actorAt(pen, {
            image,
            x: (column + (row % 2) * 0.5) * (width / 10),
            y: (row + 0.4) * (height / 5.4),
            size: height * 0.09,
            angle: (row + column) % 2 ? 0.2 : -0.2,
          });
      }
    }
    pen.globalAlpha = 1;
  } else {
    for (let ring = 7; ring > 0; ring -= 1)
      disc(pen, { x: width / 2, y: height / 2, radius: ring * height * 0.13, color: '#ffffff', opacity: 0.06 });
  }
  glow(pen, { x: width / 2, y: height / 2, radius: height, color: '#ffffff', opacity: 0.35 });
}

function paintSpark(
  pen: Pen,
  { x, y, size, color, shine }: { x: number; y: number; size: number; color: string; shine: number },
): void {
  pen.fillStyle = faded(color, 0.35 + 0.6 * shine);
  pen.beginPath();
  for (let point = 0; point < 8; point += 1) {
    const radius = point % 2 ? size * 0.28 : size * (0.6 + 0.5 * shine);
    pen.lineTo(x + radius * Math.cos((point / 8) * turn), y + radius * Math.sin((point / 8) * turn));
  }
  pen.closePath();
  pen.fill();
}
