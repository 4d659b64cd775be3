import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas';
import { below, between, pick } from '../../seed.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import { actorAt, glow } from '../parts.ts';
import { still, swing, turn, type Pen, type Scene, type Stage } from '../stage.ts';

/** Objects laid out on a coloured table, with space for text in the middle. */
export const flatlay: Scene = (stage) => {
  const { random, palette, scale, actors } = stage;
  const ground = pick(random, [
    lighter(palette.sky[3], 0.2),
    lighter(palette.accents[0], 0.62),
    lighter(palette.accents[1], 0.6),
    lighter(palette.sky[2], 0.25),
    mix(palette.near, palette.sky[1], 0.35),
  ]);
  const table = still(stage, (pen) => paintTable(pen, stage, ground));
  const spots = spotsOf(stage);
  const things =
    actors.length === 0
      ? []
      : spots.map((area, index) => ({
          ...area,
          image: spriteOf(actors[index % actors.length], area.size, scale),
          angle: between(random, -0.5, 0.5),
          phase: random(),
        }));
  return (pen, t) => {
    table.paint(pen);
    for (const { image, x, y, size, angle, phase } of things) {
      pen.save();
      pen.translate(x, y);
      pen.rotate(angle + 0.06 * swing(t, phase));
      const side = size * 1.6 * (1 + 0.015 * swing(t, phase));
      pen.drawImage(image, -side / 2, -side / 2, side, side);
      pen.restore();
    }
  };
};

/** An object with its shadow, drawn once in a square of 1.6 times its size: a blurred shadow costs about 40 ms. */
function spriteOf(image: Image | undefined, size: number, scale: number): Canvas {
  const side = Math.ceil(size * 1.6 * scale);
  const canvas = createCanvas(side, side);
  const pen = canvas.getContext('2d');
  if (image) actorAt(pen, { image, x: side / 2, y: side / 2, size: size * scale, shadow: size * 0.11 * scale });
  return canvas;
}

/** Spots around the middle that do not overlap. */
function spotsOf({ random, width, height }: Stage): { x: number; y: number; size: number }[] {
  const spots: { x: number; y: number; size: number }[] = [];
  for (let attempt = 0; attempt < 400 && spots.length < 13; attempt += 1) {
    const size = height * between(random, 0.14, spots.length < 3 ? 0.34 : 0.24);
    const area = { x: random() * width, y: random() * height, size };
    const isMiddle =
      Math.abs(area.x - width / 2) < width * 0.2 + size * 0.45 &&
      Math.abs(area.y - height / 2) < height * 0.22 + size * 0.45;
    const touches = spots.some((other) => Math.hypot(other.x - area.x, other.y - area.y) < (other.size + size) * 0.6);
    if (!isMiddle && !touches) spots.push(area);
  }
  return spots;
}

function paintTable(pen: Pen, stage: Stage, ground: string): void {
  const { random, palette, width, height, scale } = stage;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  const kind = below(random, 3);
  if (kind === 0) {
    pen.fillStyle = mix(ground, pick(random, palette.accents), 0.3);
    pen.beginPath();
    pen.moveTo(width * between(random, 0.3, 0.7), 0);
    pen.lineTo(width, 0);
    pen.lineTo(width, height);
    pen.lineTo(width * between(random, 0.3, 0.7), height);
    pen.fill();
  } else if (kind === 1) {
    for (let spot = 0; spot < 5; spot += 1) {
      pen.fillStyle = faded(mix(ground, pick(random, palette.accents), 0.4), 0.5);
      pen.beginPath();
      pen.ellipse(
        random() * width,
        random() * height,
        height * between(random, 0.16, 0.4),
        height * between(random, 0.14, 0.3),
        random() * turn,
        0,
        turn,
      );
      pen.fill();
    }
  } else {
    pen.strokeStyle = faded(darker(ground, 0.25), 0.16);
    pen.lineWidth = 1.2;
    for (let x = 0; x < width + height; x += 26) {
      pen.beginPath();
      pen.moveTo(x, 0);
      pen.lineTo(x - height, height);
      pen.stroke();
    }
  }
  if (random() < 0.6)
    paintSheet(pen, {
      x: width / 2,
      y: height / 2,
      wide: width * 0.42,
      tall: height * 0.46,
      angle: between(random, -0.07, 0.07),
      scale,
    });
  glow(pen, { x: width * 0.15, y: -height * 0.1, radius: height * 1.3, color: '#ffffff', opacity: 0.3 });
}

function paintSheet(
  pen: Pen,
  {
    x,
    y,
    wide,
    tall,
    angle,
    scale,
  }: { x: number; y: number; wide: number; tall: number; angle: number; scale: number },
): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  pen.shadowColor = 'rgba(20,16,40,.28)';
  pen.shadowBlur = 22 * scale;
  pen.shadowOffsetY = 8 * scale;
  pen.fillStyle = '#fffdf8';
  pen.beginPath();
  pen.roundRect(-wide / 2, -tall / 2, wide, tall, 10);
  pen.fill();
  pen.restore();
}
