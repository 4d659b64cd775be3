/** The outlines of shapes and the dashes of lines, the same for the screen and for the server. */
import type { LineStyle, Shape } from '#rules/design/design.ts';
import type { Size } from '../geometry.ts';

/** A shape's outline as SVG path data inside a box, its corner at 0, 0. */
export function shapePath(shape: Shape, { width, height }: Size): string {
  switch (shape) {
    case 'square':
    case 'rect':
      return `M0 0H${width}V${height}H0Z`;
    case 'round': {
      const radius = Math.min(width, height) * 0.18;
      const arc = (x: number, y: number): string => `A${radius} ${radius} 0 0 1 ${x} ${y}`;
      return [
        `M${radius} 0H${width - radius}${arc(width, radius)}`,
        `V${height - radius}${arc(width - radius, height)}`,
        `H${radius}${arc(0, height - radius)}V${radius}${arc(radius, 0)}Z`,
      ].join('');
    }
    case 'circle': {
      const [rx, ry] = [width / 2, height / 2];
      return `M0 ${ry}A${rx} ${ry} 0 0 1 ${width} ${ry}A${rx} ${ry} 0 0 1 0 ${ry}Z`;
    }
    case 'triangle':
      return `M${width / 2} 0L${width} ${height}H0Z`;
    case 'star':
      return `M${starPoints({ width, height })
        .map(([x, y]) => `${x} ${y}`)
        .join('L')}Z`;
    default:
      return shape satisfies never;
  }
}

function starPoints({ width, height }: Size): [number, number][] {
  return Array.from({ length: 10 }, (_, at) => {
    const angle = (at * Math.PI) / 5 - Math.PI / 2;
    const reach = at % 2 === 0 ? 0.5 : 0.2;
    return [width / 2 + Math.cos(angle) * reach * width, height / 2 + Math.sin(angle) * reach * height];
  });
}

/** The dashes and gaps of a line of a width, px; a dotted one has round ends. */
export function dashesOf(style: LineStyle, width: number): number[] {
  switch (style) {
    case 'solid':
      return [];
    case 'dashed':
      return [4 * width, 2 * width];
    case 'dashed-light':
      return [2 * width, 2 * width];
    case 'dotted':
      return [0.01, 2 * width];
    default:
      return style satisfies never;
  }
}
