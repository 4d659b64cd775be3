import { between, pick } from '../../seed.ts';
import { darker, faded, lighter, mix } from '../palette.ts';
import { downwards, glow } from '../parts.ts';
import { swing, turn, type Pen, type Scene } from '../stage.ts';

type Light = { x: number; y: number; radius: number; color: string; opacity: number; phase: number };

/** Lights out of focus. */
export const bokeh: Scene = ({ random, palette, width, height }) => {
  const [from, to] = palette.isNight
    ? [darker(palette.sky[0], 0.3), palette.sky[1]]
    : [darker(mix(palette.sky[0], palette.near, 0.6), 0.25), mix(palette.near, palette.sky[1], 0.45)];
  const line = height * between(random, 0.35, 0.65);
  const lights: Light[] = Array.from({ length: 85 }, () => {
    const near = random() ** 1.7;
    return {
      x: between(random, -0.05, 1.05) * width,
      y: line + (random() + random() - 1) * height * 0.62,
      radius: height * (0.014 + 0.085 * near),
      color: lighter(mix(pick(random, [...palette.accents, palette.sun]), palette.sun, random() * 0.25), 0.04),
      opacity: between(random, 0.16, 0.5) * (1.2 - near),
      phase: random(),
    };
  });
  return (pen, t) => {
    pen.fillStyle = downwards(pen, { from, to, top: 0, bottom: height });
    pen.fillRect(0, 0, width, height);
    pen.globalCompositeOperation = 'lighter';
    for (const color of palette.accents)
      glow(pen, {
        x: width * (0.2 + 0.3 * palette.accents.indexOf(color)),
        y: line,
        radius: height * 0.8,
        color,
        opacity: 0.34,
      });
    for (const light of lights)
      paintLight(pen, {
        ...light,
        x: light.x + 16 * swing(t, light.phase),
        y: light.y + 12 * swing(t, light.phase + 0.3),
        opacity: light.opacity * (0.8 + 0.2 * swing(t, light.phase * 3)),
      });
    pen.globalCompositeOperation = 'source-over';
  };
};

function paintLight(pen: Pen, { x, y, radius, color, opacity }: Light): void {
  const fill = pen.createRadialGradient(x, y, 0, x, y, radius);
  fill.addColorStop(0, faded(color, opacity * 0.8));
  fill.addColorStop(0.82, faded(color, opacity));
  fill.addColorStop(0.92, faded(lighter(color, 0.4), opacity * 1.35));
  fill.addColorStop(1, faded(color, 0));
  pen.fillStyle = fill;
  pen.beginPath();
  pen.arc(x, y, radius, 0, turn);
  pen.fill();
}
