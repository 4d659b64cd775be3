import { below, between, pick, type Random } from '../../seed.ts';
import { lighter, mix, type Palette } from '../palette.ts';
import { swing, turn, type Pen, type Scene, type Stage } from '../stage.ts';

const colorsOf = ({ accents, near, sky, far }: Palette): string[] => [...accents, near, lighter(sky[3], 0.35), far];

/** Flat shapes in a grid: quarter circles, triangles, arches or cubes. */
export const geometric: Scene = (stage) => pick(stage.random, [quarters, triangles, arches, cubes])(stage);

type Tile = { x: number; y: number; color: string; back: string; kind: number; angle: number; phase: number };

function tilesOf({ random, palette, width, height }: Stage, side: number): Tile[] {
  const colors = colorsOf(palette);
  const tiles: Tile[] = [];
  for (let y = 0; y < height + side; y += side) {
    for (let x = 0; x < width + side; x += side) {
      const back = pick(random, colors);
      const others = colors.filter((color) => color !== back);
      tiles.push({
        x,
        y,
        back,
        color: pick(random, others),
        kind: below(random, 6),
        angle: below(random, 4),
        phase: random(),
      });
    }
  }
  return tiles;
}

const quarters: Scene = (stage) => {
  const side = stage.height / pick(stage.random, [4, 5, 6]);
  const tiles = tilesOf(stage, side);
  // A quarter turn and back, for a third of the tiles, one after another.
  const turned = (phase: number, t: number): number =>
    phase < 0.33 ? 0.125 * turn * (1 - Math.cos(turn * t)) * Math.sin(phase * 9) : 0;
  return (pen, t) => {
    for (const { x, y, color, back, kind, angle, phase } of tiles) {
      pen.fillStyle = back;
      pen.fillRect(x, y, side + 0.5, side + 0.5);
      pen.save();
      pen.beginPath();
      pen.rect(x, y, side, side);
      pen.clip();
      pen.translate(x + side / 2, y + side / 2);
      pen.rotate((angle * turn) / 4 + turned(phase, t));
      pen.fillStyle = color;
      paintTile(pen, kind, side);
      pen.restore();
    }
  };
};

function paintTile(pen: Pen, kind: number, side: number): void {
  const half = side / 2;
  pen.beginPath();
  if (kind === 0) pen.arc(-half, -half, side, 0, turn / 4);
  else if (kind === 1) pen.arc(0, 0, half * 0.72, 0, turn);
  else if (kind === 2) pen.arc(0, -half, half, 0, turn / 2);
  else if (kind === 3) pen.rect(-half, -half, half, side);
  else if (kind === 4) pen.moveTo(half, -half);
  else pen.arc(-half, -half, side * 0.55, 0, turn / 4);
  pen.lineTo(-half, -half);
  if (kind === 4) pen.lineTo(-half, half);
  if (kind === 2) {
    pen.moveTo(half, half);
    pen.arc(0, half, half, 0, turn / 2, true);
  }
  pen.closePath();
  pen.fill();
}

const triangles: Scene = ({ random, palette, width, height }) => {
  const side = height / pick(random, [5, 6, 8]);
  const [from, to, third] = [pick(random, palette.sky), pick(random, palette.accents), palette.near];
  const cells: { x: number; y: number; points: [number, number][]; tone: number; phase: number }[] = [];
  for (let row = -1; row * side < height + side; row += 1) {
    for (let column = -1; column * side < width + side; column += 1) {
      const [x, y] = [column * side, row * side];
      const [a, b, c, d]: [number, number][] = [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
      ];
      for (const points of (row + column) % 2
        ? [
            [a, b, c],
            [a, c, d],
          ]
        : [
            [a, b, d],
            [b, c, d],
          ]) {
        cells.push({
          x,
          y,
          points: points.flatMap((point) => (point ? [point] : [])),
          tone: between(random, -0.16, 0.16),
          phase: random(),
        });
      }
    }
  }
  return (pen, t) => {
    for (const { x, y, points, tone, phase } of cells) {
      const along = Math.min(1, Math.max(0, (x / width) * 0.6 + (y / height) * 0.4 + tone + 0.06 * swing(t, phase)));
      pen.fillStyle = along < 0.5 ? mix(from, to, along * 2) : mix(to, third, along * 2 - 1);
      pen.strokeStyle = pen.fillStyle;
      pen.lineWidth = 0.8;
      pen.beginPath();
      for (const [px, py] of points) pen.lineTo(px, py);
      pen.closePath();
      pen.fill();
      pen.stroke();
    }
  };
};

const arches: Scene = ({ random, palette, width, height }) => {
  const colors = colorsOf(palette);
  const side = height / pick(random, [2, 3, 4]);
  const spots: { x: number; y: number; rings: string[]; phase: number }[] = [];
  for (let row = 0; row * side * 0.5 < height + side; row += 1) {
    for (let x = (row % 2) * -side * 0.5; x < width + side; x += side) {
      spots.push({ x: x + side / 2, y: row * side * 0.5, rings: ringsOf(random, colors), phase: random() });
    }
  }
  return (pen, t) => {
    for (const { x, y, rings, phase } of spots) {
      for (const [at, color] of rings.entries()) {
        pen.fillStyle = color;
        pen.beginPath();
        pen.arc(x, y, (side / 2) * (1 - at / rings.length) * (at === 0 ? 1 : 1 + 0.05 * swing(t, phase)), 0, turn);
        pen.fill();
      }
    }
  };
};

const ringsOf = (random: Random, colors: readonly string[]): string[] => {
  const start = below(random, colors.length);
  return Array.from({ length: 5 }, (_, at) => colors[(start + at * 2 + (at > 2 ? 1 : 0)) % colors.length] ?? '#ffffff');
};

const cubes: Scene = ({ random, palette, width, height }) => {
  const side = height / pick(random, [7, 9, 11]);
  const [wide, tall] = [side * Math.sqrt(3), side * 1.5];
  const faces: { x: number; y: number; color: string; phase: number }[] = [];
  for (let row = -1; row * tall < height + side * 2; row += 1) {
    for (let x = (row % 2) * wide * 0.5 - wide; x < width + wide; x += wide) {
      const color = mix(pick(random, palette.accents), palette.sky[2], between(random, 0, 0.65));
      faces.push({ x, y: row * tall, color, phase: (x / width + row / 9) * 0.5 });
    }
  }
  return (pen, t) => {
    for (const { x, y, color, phase } of faces) {
      const shine = 0.07 * swing(t, phase);
      for (const [tone, ...points] of [
        [lighter(color, 0.34 + shine), [0, -1], [1, -0.5], [0, 0], [-1, -0.5]],
        [mix(color, palette.near, 0.12 - shine), [-1, -0.5], [0, 0], [0, 1], [-1, 0.5]],
        [mix(color, palette.near, 0.46 - shine), [1, -0.5], [0, 0], [0, 1], [1, 0.5]],
      ] as const) {
        pen.fillStyle = tone;
        pen.beginPath();
        for (const [dx, dy] of points) pen.lineTo(x + (dx * wide) / 2, y + dy * side);
        pen.closePath();
        pen.fill();
      }
    }
  };
};
