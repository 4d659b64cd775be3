/** Undo and redo: what changed between two designs, as data that can be reversed. */
import type { Design, Layer } from './design.ts';

type Canvas = Omit<Design, 'layers'>;
/** A change: layers by their ids as [before, after], the canvas, and the order if it changed. */
export type Edit = {
  canvas: readonly [Canvas, Canvas] | null;
  added: readonly Layer[];
  updated: readonly (readonly [Layer, Layer])[];
  removed: readonly Layer[];
  order: readonly [readonly string[], readonly string[]];
};

const canvasOf = ({ layers: _layers, ...canvas }: Design): Canvas => canvas;
const idsOf = (design: Design): string[] => design.layers.map(({ id }) => id);

/** The edit from one design to another; null if they are the same. */
export function editBetween(before: Design, after: Design): Edit | null {
  if (before === after) return null;
  const [old, young] = [byId(before), byId(after)];
  const isSameCanvas =
    before.width === after.width &&
    before.height === after.height &&
    before.background === after.background &&
    before.backgroundRole === after.backgroundRole &&
    before.kit === after.kit;
  const edit: Edit = {
    canvas: isSameCanvas ? null : [canvasOf(before), canvasOf(after)],
    added: after.layers.filter(({ id }) => !old.has(id)),
    updated: after.layers.flatMap((layer) => {
      const was = old.get(layer.id);
      return was === undefined || was === layer ? [] : [[was, layer] as const];
    }),
    removed: before.layers.filter(({ id }) => !young.has(id)),
    order: [idsOf(before), idsOf(after)],
  };
  const isMoved = edit.order[0].some((id, at) => id !== edit.order[1][at]);
  return edit.canvas || edit.added.length || edit.updated.length || edit.removed.length || isMoved ? edit : null;
}

/** The reverse of an edit. */
export const reversed = ({ canvas, added, updated, removed, order }: Edit): Edit => ({
  canvas: canvas && [canvas[1], canvas[0]],
  added: removed,
  updated: updated.map(([from, to]) => [to, from] as const),
  removed: added,
  order: [order[1], order[0]],
});

/** Applies an edit; parts it does not name stay the same objects. */
export function applyEdit(design: Design, edit: Edit): Design {
  const layers = byId(design);
  for (const layer of edit.added) layers.set(layer.id, layer);
  for (const [, layer] of edit.updated) layers.set(layer.id, layer);
  return {
    ...(edit.canvas === null ? design : edit.canvas[1]),
    layers: edit.order[1].flatMap((id) => layers.get(id) ?? []),
  };
}

const byId = (design: Design): Map<string, Layer> => new Map(design.layers.map((layer) => [layer.id, layer]));

/** A design with its undo and redo stacks. `key` names the gesture of the last change. */
export type History = {
  design: Design;
  past: readonly Edit[];
  future: readonly Edit[];
  key: string | null;
};

/** The number of changes that can be undone. */
const mostEdits = 500;

/** A history that starts with a design. */
export const historyOf = (design: Design): History => ({ design, past: [], future: [], key: null });

/**
 * Records a change by the person. Consecutive changes with the same key (a gesture, continuous typing) become one;
 * changes with null stay separate.
 */
export function record(history: History, design: Design, key: string | null): History {
  const joins = key !== null && key === history.key;
  const last = joins ? history.past.at(-1) : undefined;
  const before = last === undefined ? history.design : applyEdit(history.design, reversed(last));
  const edit = editBetween(before, design);
  const past = last === undefined ? history.past : history.past.slice(0, -1);
  if (edit === null) return { ...history, design, past, key: null };
  return { design, past: [...past, edit].slice(-mostEdits), future: [], key };
}

/** Undoes the last change. */
export function undo(history: History): History {
  const edit = history.past.at(-1);
  if (edit === undefined) return history;
  const design = applyEdit(history.design, reversed(edit));
  return { design, past: history.past.slice(0, -1), future: [...history.future, edit], key: null };
}

/** Redoes the last undone change. */
export function redo(history: History): History {
  const edit = history.future.at(-1);
  if (edit === undefined) return history;
  const design = applyEdit(history.design, edit);
  return { design, past: [...history.past, edit], future: history.future.slice(0, -1), key: null };
}
