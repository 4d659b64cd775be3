import { below, between } from '../../seed.ts';
import { lineOf } from '../noise.ts';
import { lighter, mix } from '../palette.ts';
import { disc, glow, starsOf } from '../parts.ts';
import { swing, turn, type Pen, type Scene, type Stage } from '../stage.ts';

/** Stacked sheets of paper with soft shadows, each with a hole or a wavy edge. */
export const papercut: Scene = (stage) => (stage.random() < 0.55 ? hole(stage) : sheets(stage));

const toneOf = ({ palette }: Stage, part: number): string =>
  part < 0.5
    ? mix(lighter(palette.sky[3], 0.25), palette.accents[0], part * 2)
    : mix(palette.accents[0], palette.near, part * 2 - 1);

function withShadow(pen: Pen, { scale }: Stage, draw: () => void): void {
  pen.save();
  pen.shadowColor = 'rgba(12,8,28,.45)';
  pen.shadowBlur = 26 * scale;
  pen.shadowOffsetY = 7 * scale;
  draw();
  pen.restore();
}

const hole: Scene = (stage) => {
  const { random, width, height, palette } = stage;
  const count = 6;
  const middle = { x: width * between(random, 0.42, 0.58), y: height * between(random, 0.44, 0.56) };
  const rings = Array.from({ length: count }, () => ({ line: lineOf(random, 5 + below(random, 3)), phase: random() }));
  const isDark = random() < 0.5;
  const stars = starsOf(stage, { count: 120, bottom: height });
  return (pen, t) => {
    pen.fillStyle = isDark ? mix(palette.near, '#0a0a1e', 0.4) : lighter(palette.sky[3], 0.4);
    pen.fillRect(0, 0, width, height);
    if (isDark) stars(pen, t);
    else glow(pen, { ...middle, radius: height * 0.6, color: palette.sun });
    for (let ring = count - 1; ring >= 0; ring -= 1) {
      const { line, phase } = rings[ring] ?? { line: () => 0, phase: 0 };
      const part = isDark ? ring / count : 1 - ring / count;
      pen.fillStyle = toneOf(stage, part);
      withShadow(pen, stage, () => {
        pen.beginPath();
        pen.rect(-80, -80, width + 160, height + 160);
        for (let step = 0; step <= 120; step += 1) {
          const angle = -(step / 120) * turn;
          const radius =
            height * (0.2 + 0.115 * (count - ring)) * (0.78 + 0.44 * line(step / 120 + 0.02 * swing(t, phase)));
          const [x, y] = [middle.x + radius * 1.35 * Math.cos(angle), middle.y + radius * 0.86 * Math.sin(angle)];
          if (step === 0) pen.moveTo(x, y);
          else pen.lineTo(x, y);
        }
        pen.closePath();
        pen.fill('evenodd');
      });
    }
  };
};

const sheets: Scene = (stage) => {
  const { random, width, height, palette } = stage;
  const count = 7;
  const waves = Array.from({ length: count }, (_, sheet) => ({
    line: lineOf(random, 3 + below(random, 3)),
    phase: random(),
    top: height * (0.3 + 0.115 * sheet),
  }));
  const sun = {
    x: width * between(random, 0.2, 0.8),
    y: height * between(random, 0.2, 0.34),
    radius: height * 0.11,
    color: lighter(palette.accents[1], 0.2),
  };
  return (pen, t) => {
    pen.fillStyle = lighter(palette.sky[3], 0.2);
    pen.fillRect(0, 0, width, height);
    withShadow(pen, stage, () => disc(pen, sun));
    for (const [sheet, { line, phase, top }] of waves.entries()) {
      pen.fillStyle = toneOf(stage, 0.1 + (0.9 * sheet) / count);
      withShadow(pen, stage, () => {
        pen.beginPath();
        pen.moveTo(-80, height + 80);
        for (let x = -80; x <= width + 80; x += 6)
          pen.lineTo(x, top - height * 0.17 * line(x / (width + 200) + 0.03 * swing(t, phase)));
        pen.lineTo(width + 80, height + 80);
        pen.fill();
      });
    }
  };
};
