/** The operations on a design. Each returns another design that shares the unchanged parts. */
import { mostLayers, type Design, type Layer } from './design.ts';

type Ids = ReadonlySet<string>;
/** A change of one layer: before -> after. */
export type Change = (layer: Layer) => Layer;

/** Adds layers on top; a design that would have too many stays as it is. */
export const addLayers = (design: Design, layers: readonly Layer[]): Design =>
  design.layers.length + layers.length > mostLayers || layers.length === 0
    ? design
    : { ...design, layers: [...design.layers, ...layers] };

/** Changes the named layers. */
export function changeLayers(design: Design, ids: Ids, change: Change): Design {
  const layers = design.layers.map((layer) => (ids.has(layer.id) ? change(layer) : layer));
  return layers.every((layer, at) => layer === design.layers[at]) ? design : { ...design, layers };
}

/** Removes layers; locked ones stay. */
export function removeLayers(design: Design, ids: Ids): Design {
  const layers = design.layers.filter(({ id, isLocked }) => isLocked || !ids.has(id));
  return layers.length === design.layers.length ? design : { ...design, layers };
}

/** The distance of a copy from its layer, px. */
export const duplicateOffset = 10;

/**
 * Copies of layers, each 10 px to the right and below, with ids of their own; copies of a group form a group of their
 * own.
 */
export function copiesOf(layers: readonly Layer[], newId: () => string): Layer[] {
  const groups = new Map<string, string>();
  const groupOf = (group: string | null): string | null => {
    if (group === null) return null;
    const copy = groups.get(group) ?? newId();
    groups.set(group, copy);
    return copy;
  };
  return layers.map((layer) => ({
    ...layer,
    id: newId(),
    group: groupOf(layer.group),
    x: layer.x + duplicateOffset,
    y: layer.y + duplicateOffset,
  }));
}

/** How far the named layers move among the others. */
export type Move = 'up' | 'down' | 'top' | 'bottom';

/** Moves layers among the others, keeping their own order. */
export function reorderLayers(design: Design, ids: Ids, move: Move): Design {
  const layers = orderedBy(design.layers, ids, move);
  return layers.every((layer, at) => layer === design.layers[at]) ? design : { ...design, layers };
}

function orderedBy(layers: readonly Layer[], ids: Ids, move: Move): readonly Layer[] {
  const isNamed = ({ id }: Layer): boolean => ids.has(id);
  const isOther = (layer: Layer): boolean => !isNamed(layer);
  switch (move) {
    case 'top':
      return [...layers.filter(isOther), ...layers.filter(isNamed)];
    case 'bottom':
      return [...layers.filter(isNamed), ...layers.filter(isOther)];
    case 'down':
      return stepped(layers, isNamed);
    case 'up':
      return stepped(layers.toReversed(), isNamed).toReversed();
    default:
      return move satisfies never;
  }
}

/** Swaps each named layer with the one before it, unless that is named too. */
function stepped(layers: readonly Layer[], isNamed: (layer: Layer) => boolean): Layer[] {
  const result = [...layers];
  for (const [at, layer] of result.entries()) {
    const before = result[at - 1];
    if (!isNamed(layer) || before === undefined || isNamed(before)) continue;
    [result[at - 1], result[at]] = [layer, before];
  }
  return result;
}

/** These ids and those of all layers grouped with them. */
export function withGroups(design: Design, ids: Ids): Set<string> {
  const groups = new Set(design.layers.flatMap(({ id, group }) => (ids.has(id) && group !== null ? [group] : [])));
  return new Set(
    design.layers.flatMap(({ id, group }) => (ids.has(id) || (group !== null && groups.has(group)) ? [id] : [])),
  );
}
