import { below, between } from '../../seed.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import { downwards, glow } from '../parts.ts';
import { turn, type Scene } from '../stage.ts';

/** Bundles of fine lines that move like silk. */
export const waves: Scene = ({ random, palette, width, height }) => {
  const isDark = palette.isNight || random() < 0.5;
  const [from, to] = isDark
    ? [darker(palette.sky[0], 0.35), darker(mix(palette.sky[1], palette.near, 0.5), 0.2)]
    : [lighter(palette.sky[3], 0.5), lighter(palette.sky[2], 0.2)];
  const bundles = Array.from({ length: 3 }, (_, index) => ({
    y: height * (0.3 + 0.2 * index) + between(random, -40, 40),
    color: palette.accents[index] ?? palette.sun,
    swell: [between(random, 60, 130), between(random, 24, 60), between(random, 10, 26)],
    waves: [1 + below(random, 2), 2 + below(random, 2), 4 + below(random, 2)],
    phases: [random(), random(), random()],
    side: index % 2 ? 1 : -1,
  }));
  return (pen, t) => {
    pen.fillStyle = downwards(pen, { from, to, top: 0, bottom: height });
    pen.fillRect(0, 0, width, height);
    glow(pen, {
      x: width * 0.5,
      y: height * 0.5,
      radius: width * 0.6,
      color: isDark ? palette.sky[2] : '#ffffff',
      opacity: isDark ? 0.22 : 0.5,
    });
    if (isDark) pen.globalCompositeOperation = 'lighter';
    for (const { y, color, swell, waves: counts, phases, side } of bundles) {
      for (let line = 0; line < 34; line += 1) {
        const part = line / 33;
        pen.strokeStyle = faded(
          mix(color, isDark ? '#ffffff' : palette.near, part * 0.35),
          0.1 + 0.4 * (1 - Math.abs(part * 2 - 1)),
        );
        pen.lineWidth = 1.1;
        pen.beginPath();
        for (let x = -10; x <= width + 10; x += 12) {
          const u = x / width;
          const sum = swell.reduce(
            (all, size, at) =>
              all +
              size *
                (0.3 + part) *
                Math.sin(
                  turn *
                    ((counts[at] ?? 1) * u +
                      (phases[at] ?? 0) +
                      part * 0.16 * (at + 1) +
                      t * side * (at === 1 ? -1 : 1)),
                ),
            0,
          );
          pen.lineTo(x, y + sum + (part - 0.5) * 60);
        }
        pen.stroke();
      }
    }
    pen.globalCompositeOperation = 'source-over';
  };
};
