import { between, pick } from '../../seed.ts';
import { lighter, mix } from '../palette.ts';
import { glow } from '../parts.ts';
import { swing, type Scene } from '../stage.ts';

/** Soft colours that flow into each other: a background for text. */
export const gradient: Scene = ({ random, palette, width, height }) => {
  const colors = [...palette.sky, ...palette.accents];
  const ground = mix(palette.sky[1], palette.sky[2], 0.4);
  const spots = Array.from({ length: 9 }, (_, index) => ({
    x: random() * width,
    y: random() * height,
    radius: height * between(random, 0.55, 1.05),
    color: lighter(index < 4 ? pick(random, palette.accents) : pick(random, colors), between(random, 0, 0.25)),
    opacity: between(random, 0.65, 1),
    phase: random(),
    reach: height * between(random, 0.05, 0.16),
  }));
  return (pen, t) => {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, width, height);
    for (const { phase, reach, ...spot } of spots) {
      glow(pen, { ...spot, x: spot.x + reach * swing(t, phase), y: spot.y + reach * swing(t, phase + 0.25) });
    }
  };
};
