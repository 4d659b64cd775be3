/** What a drag does to layers: moving, scaling, rotating. Pure: computed from the layers at the start of the drag. */
import type { Design, Layer } from '#rules/design/design.ts';
import { cropToFill } from '#rules/design/layers.ts';
import {
  boundsOf,
  boundsOfAll,
  pulled,
  rotationTowards,
  snapTo,
  type Handle,
  type Point,
  type Snap,
} from '#rules/design/geometry.ts';
import { changeLayers } from '#rules/design/operations.ts';

/** What is dragged: the layers themselves, one of their handles, or the handle that rotates. */
export type Grip = { kind: 'move' } | { kind: 'pull'; handle: Handle } | { kind: 'turn' };

/** A drag in progress: the design when it began, and where the pointer is. */
export type Pull = {
  grip: Grip;
  before: Design;
  ids: ReadonlySet<string>;
  from: Point;
  to: Point;
  /** A moved layer snaps within this distance, px; 0 turns snapping off. */
  snapWithin: number;
  /** Shift: free proportions at corners, fixed steps when rotating, one axis when moving. */
  isStrict: boolean;
  sizeOf: (source: string) => { width: number; height: number } | undefined;
};

/** The design after the drag, and the lines it snapped to. */
export function pullLayers(pull: Pull): { design: Design; guides: Pick<Snap, 'vertical' | 'horizontal'> } {
  const { grip, before, ids } = pull;
  const layers = before.layers.filter(({ id, isLocked }) => ids.has(id) && !isLocked);
  const free = new Set(layers.map(({ id }) => id));
  const by = { x: pull.to.x - pull.from.x, y: pull.to.y - pull.from.y };
  const none = { vertical: null, horizontal: null };
  switch (grip.kind) {
    case 'move':
      return moved(pull, { layers, free, by });
    case 'pull':
      return {
        design:
          layers.length > 1
            ? scaledTogether(pull, { layers, free, handle: grip.handle, by })
            : changeLayers(before, free, (layer) => pulledLayer(layer, { pull, handle: grip.handle, by })),
        guides: none,
      };
    case 'turn':
      return {
        design: changeLayers(before, free, (layer) => ({
          ...layer,
          rotation: rotationTowards(layer, pull.to, { snaps: pull.isStrict }),
        })),
        guides: none,
      };
    default:
      return grip satisfies never;
  }
}

type Moving = { layers: readonly Layer[]; free: ReadonlySet<string>; by: Point };

function moved(pull: Pull, { layers, free, by }: Moving) {
  const { before, isStrict, snapWithin } = pull;
  const straight = !isStrict ? by : Math.abs(by.x) > Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: by.y };
  const bounds = boundsOfAll(layers);
  const others = before.layers.filter(({ id, isHidden }) => !free.has(id) && !isHidden).map(boundsOf);
  const canvas = { x: 0, y: 0, width: before.width, height: before.height };
  const snap: Snap =
    bounds === null || snapWithin === 0
      ? { by: { x: 0, y: 0 }, vertical: null, horizontal: null }
      : snapTo({ ...bounds, x: bounds.x + straight.x, y: bounds.y + straight.y }, [canvas, ...others], snapWithin);
  const [x, y] = [straight.x + snap.by.x, straight.y + snap.by.y];
  return {
    design: changeLayers(before, free, (layer) => ({ ...layer, x: layer.x + x, y: layer.y + y })),
    guides: { vertical: snap.vertical, horizontal: snap.horizontal },
  };
}

function pulledLayer(layer: Layer, { pull, handle, by }: { pull: Pull; handle: Handle; by: Point }): Layer {
  const isCorner = handle.x !== 0 && handle.y !== 0;
  const frame = pulled(layer, by, { handle, keepsShape: isCorner && !pull.isStrict });
  if (layer.kind === 'text') {
    if (layer.fits || !isCorner) return { ...layer, ...frame };
    return scaledText(layer, frame, frame.width / layer.width);
  }
  if (layer.kind !== 'image') return { ...layer, ...frame };
  const picture = pull.sizeOf(layer.source);
  const keepsCrop = isCorner && !pull.isStrict;
  return { ...layer, ...frame, crop: keepsCrop || picture === undefined ? layer.crop : cropToFill(picture, frame) };
}

const scaledText = (layer: Extract<Layer, { kind: 'text' }>, frame: Partial<Layer>, scale: number): Layer => ({
  ...layer,
  x: frame.x ?? layer.x,
  y: frame.y ?? layer.y,
  width: frame.width ?? layer.width,
  height: frame.height ?? layer.height,
  size: Math.max(1, layer.size * scale),
  outline: layer.outline && { ...layer.outline, width: layer.outline.width * scale },
});

function scaledTogether(pull: Pull, { layers, free, handle, by }: Moving & { handle: Handle }): Design {
  const box = boundsOfAll(layers);
  if (box === null) return pull.before;
  const frame = pulled({ ...box, rotation: 0 }, by, { handle, keepsShape: true });
  const scale = handle.x !== 0 && handle.y !== 0 ? frame.width / box.width : 1;
  const anchor = {
    x: handle.x === 1 ? box.x : box.x + box.width,
    y: handle.y === 1 ? box.y : box.y + box.height,
  };
  return changeLayers(pull.before, free, (layer) => {
    const middle = { x: layer.x + layer.width / 2, y: layer.y + layer.height / 2 };
    const [width, height] = [layer.width * scale, layer.height * scale];
    const scaled = {
      x: anchor.x + (middle.x - anchor.x) * scale - width / 2,
      y: anchor.y + (middle.y - anchor.y) * scale - height / 2,
      width,
      height,
    };
    return layer.kind === 'text' ? scaledText(layer, scaled, scale) : { ...layer, ...scaled };
  });
}
