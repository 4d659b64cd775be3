/** A design in another size: its parts keep their shape and spread over the new canvas. */
import type { Design, Layer, TextLayer } from './design.ts';
import { boundsOf, boundsOfAll, type Box } from './geometry.ts';
import { cropToFill } from './layers.ts';

type Size = { width: number; height: number };

/** Layers nearer to each other than this share of the shorter side belong together. */
const nearness = 0.05;
/** How far from an edge a layer still touches it, as a share of the side. */
const touching = 0.002;

/**
 * The design in another size. Layers that reach from edge to edge still do; the others keep their shape, those near to
 * each other together, and keep their position between the edges.
 */
export function resized(design: Design, size: Size): Design {
  const scale = Math.min(size.width / design.width, size.height / design.height);
  const groups = togetherIn(design);
  const offsets = new Map<Layer, Offset>();
  for (const layers of groups) {
    const box = boundsOfAll(layers);
    if (box === null) continue;
    const offset = {
      x: startAt(box.x, { length: box.width, side: design.width, newSide: size.width, scale }) - box.x * scale,
      y: startAt(box.y, { length: box.height, side: design.height, newSide: size.height, scale }) - box.y * scale,
    };
    for (const layer of layers) offsets.set(layer, offset);
  }
  return {
    ...design,
    width: size.width,
    height: size.height,
    layers: design.layers.map((layer) => placed(layer, { design, size, scale, offset: offsets.get(layer) })),
  };
}

type Offset = { x: number; y: number };
type Move = { design: Design; size: Size; scale: number; offset: Offset | undefined };

/** Parts up to the first share of a side keep their relative position; from the second share on they are centred. */
const [smallPart, wholePart] = [0.3, 0.7];

/**
 * The start of a part: the space that a longer side adds is split before and after it, in proportion to the free space
 * it had. The more of the side it takes, the more even the split: a design that filled a square is in the middle of a
 * story.
 */
function startAt(
  at: number,
  { length, side, newSide, scale }: { length: number; side: number; newSide: number; scale: number },
): number {
  const room = side - length;
  const hangsOver = room < side * 0.02 || at < 0 || at > room;
  const before = hangsOver ? (at + length / 2) / side : at / room;
  const filling = Math.min(1, Math.max(0, (length / side - smallPart) / (wholePart - smallPart)));
  return at * scale + (newSide - side * scale) * (before + (0.5 - before) * filling);
}

function placed(layer: Layer, { design, size, scale, offset = { x: 0, y: 0 } }: Move): Layer {
  const isPanel = layer.kind === 'shape' || layer.kind === 'image';
  if (isPanel && reachOf(layer, design).includes(true))
    return stretched(layer, { wide: size.width / design.width, high: size.height / design.height });
  const moved = {
    ...layer,
    x: layer.x * scale + offset.x,
    y: layer.y * scale + offset.y,
    width: layer.width * scale,
    height: layer.height * scale,
    shadow: layer.shadow && {
      ...layer.shadow,
      blur: Math.min(200, layer.shadow.blur * scale),
      x: layer.shadow.x * scale,
      y: layer.shadow.y * scale,
    },
  };
  if (moved.kind === 'text') return { ...moved, size: moved.size * scale, outline: outlineAt(moved, scale) };
  if (moved.kind === 'sign' || moved.border === null) return moved;
  return { ...moved, border: { ...moved.border, width: moved.border.width * scale } };
}

/** A panel or a picture from edge to edge: its sides stay at the same shares of the canvas. */
function stretched(
  layer: Extract<Layer, { kind: 'shape' | 'image' }>,
  { wide, high }: { wide: number; high: number },
): Layer {
  const frame = { x: layer.x * wide, y: layer.y * high, width: layer.width * wide, height: layer.height * high };
  if (layer.kind === 'shape') return { ...layer, ...frame };
  // A picture's ratio is that of its crop, since the design does not hold the picture's own size.
  const shape = { width: layer.width / layer.crop.width, height: layer.height / layer.crop.height };
  return { ...layer, ...frame, crop: cropToFill(shape, frame) };
}

/** Whether a layer reaches from the left to the right edge, and from the top to the bottom one. */
function reachOf(layer: Layer, { width, height }: Size): readonly [boolean, boolean] {
  if (layer.rotation !== 0) return [false, false];
  const [x, y] = [width * touching, height * touching];
  return [layer.x <= x && layer.x + layer.width >= width - x, layer.y <= y && layer.y + layer.height >= height - y];
}

/** The layers in clusters: grouped, near each other, or overlapping. */
function togetherIn(design: Design): Layer[][] {
  const near = Math.min(design.width, design.height) * nearness;
  const groups: { layers: Layer[]; box: Box }[] = [];
  for (const layer of design.layers) {
    if (reachOf(layer, design).includes(true)) continue;
    let one = { layers: [layer], box: boundsOf(layer) };
    for (const other of groups.filter(
      ({ box, layers }) => areNear(box, one.box, near) || layers.some((each) => isGrouped(each, layer)),
    )) {
      groups.splice(groups.indexOf(other), 1);
      const layers = [...other.layers, ...one.layers];
      one = { layers, box: boundsOfAll(layers) ?? one.box };
    }
    groups.push(one);
  }
  return groups.map(({ layers }) => layers);
}

const isGrouped = (one: Layer, other: Layer): boolean => one.group !== null && one.group === other.group;

const areNear = (one: Box, other: Box, near: number): boolean =>
  one.x < other.x + other.width + near &&
  other.x < one.x + one.width + near &&
  one.y < other.y + other.height + near &&
  other.y < one.y + one.height + near;

const outlineAt = ({ outline }: TextLayer, scale: number): TextLayer['outline'] =>
  outline === null ? null : { ...outline, width: outline.width * scale };
