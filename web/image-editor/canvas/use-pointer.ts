import { useRef, type PointerEvent } from 'react';
import { boundsOf, layerAt, type Box, type Point } from '#rules/design/geometry.ts';
import type { Design } from '#rules/design/design.ts';
import { useEditor } from '../context.ts';
import { newId } from '../document/editor.ts';
import { pullLayers, type Grip } from './gesture.ts';

/** The rectangle drawn to select everything in it. */
export type Marquee = Box;

type Under = {
  grip: Grip | null;
  before: Design;
  ids: ReadonlySet<string>;
  from: Point;
  key: string;
  hasMoved: boolean;
};

/** The distance within which an edge snaps, screen px. */
const snapDistance = 6;

type Options = { zoom: number; onMarquee: (marquee: Marquee | null) => void };

/** What the pointer does on the canvas: selecting, moving, dragging handles. One drag is one step of the history. */
export function usePointer({ zoom, onMarquee }: Options) {
  const { editor, materials } = useEditor();
  const under = useRef<Under | null>(null);

  const pointOf = (event: PointerEvent): Point => {
    const stage = event.currentTarget.closest('svg')?.getBoundingClientRect();
    return stage === undefined
      ? { x: 0, y: 0 }
      : { x: (event.clientX - stage.left) / zoom, y: (event.clientY - stage.top) / zoom };
  };
  const begin = (event: PointerEvent, grip: Grip | null) => {
    event.currentTarget.closest('svg')?.setPointerCapture(event.pointerId);
    const { history, selected } = editor.state();
    under.current = {
      grip,
      before: history.design,
      ids: selected,
      from: pointOf(event),
      key: `gesture ${newId()}`,
      hasMoved: false,
    };
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { history, selected } = editor.state();
    const layer = layerAt(history.design.layers, pointOf(event));
    if (layer === undefined) {
      if (!event.shiftKey) editor.select([]);
      return begin(event, null);
    }
    if (event.shiftKey) {
      editor.select(selected.has(layer.id) ? [...selected].filter((id) => id !== layer.id) : [...selected, layer.id]);
    } else if (!selected.has(layer.id)) editor.select([layer.id]);
    begin(event, { kind: 'move' });
  };
  const move = (event: PointerEvent) => {
    const now = under.current;
    if (now === null) return;
    const to = pointOf(event);
    // A press with a slight tremble is not a drag.
    if (!now.hasMoved && Math.hypot(to.x - now.from.x, to.y - now.from.y) * zoom < 3) return;
    now.hasMoved = true;
    if (now.grip === null) return onMarquee(boxBetween(now.from, to));
    const { design, guides } = pullLayers({
      ...now,
      grip: now.grip,
      to,
      snapWithin: event.ctrlKey || event.metaKey ? 0 : snapDistance / zoom,
      isStrict: event.shiftKey,
      sizeOf: materials.sizeOf,
    });
    editor.guide(guides);
    editor.change(() => design, now.key);
  };
  const up = (event: PointerEvent) => {
    const now = under.current;
    under.current = null;
    editor.guide({ vertical: null, horizontal: null });
    onMarquee(null);
    if (now === null || now.grip !== null || !now.hasMoved) return;
    const box = boxBetween(now.from, pointOf(event));
    const inside = now.before.layers.filter(
      (layer) => !layer.isHidden && !layer.isLocked && isInside(boundsOf(layer), box),
    );
    editor.select([...(event.shiftKey ? now.ids : []), ...inside.map(({ id }) => id)]);
  };
  return {
    stage: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up },
    grip: (grip: Grip) => (event: PointerEvent) => {
      event.stopPropagation();
      if (event.button === 0) begin(event, grip);
    },
  };
}

const boxBetween = (one: Point, other: Point): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
