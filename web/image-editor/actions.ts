/** Everything that the toolbar, the keyboard and the layer list can do, defined once. */
import { boundsOf, boundsOfAll, alignedBy, distributedBy, type AlignTo } from '#rules/design/geometry.ts';
import type { Layer } from '#rules/design/design.ts';
import { addLayers, changeLayers, copiesOf, removeLayers, reorderLayers } from '#rules/design/operations.ts';
import type { IconName } from '../parts/icons/icon.tsx';
import { newId, selectedLayers, type Editor, type EditorState } from './document/editor.ts';

/** One action. `keys` are written as people read them; 'mod' is Ctrl or Command. */
export type EditorAction = {
  label: string;
  icon: IconName;
  keys: readonly string[];
  isPossible: (state: EditorState) => boolean;
  perform: (editor: Editor) => void;
  /** What a screen reader announces after its key was pressed, from the state after it; its label by default. */
  says?: (state: EditorState) => string;
};

const hasSelection = ({ selected }: EditorState): boolean => selected.size > 0;

/** The actions by name. */
export const actions = {
  undo: {
    label: 'Undo',
    icon: 'arrow-left',
    keys: ['mod+z'],
    isPossible: ({ history }) => history.past.length > 0,
    perform: (editor) => editor.undo(),
  },
  redo: {
    label: 'Redo',
    icon: 'arrow-right',
    keys: ['mod+shift+z', 'mod+y'],
    isPossible: ({ history }) => history.future.length > 0,
    perform: (editor) => editor.redo(),
  },
  duplicate: {
    label: 'Duplicate Layer',
    icon: 'copy',
    keys: ['mod+d'],
    isPossible: hasSelection,
    perform: (editor) => addCopies(editor, selectedLayers(editor.state())),
  },
  down: {
    label: 'Down Layer',
    icon: 'arrow-down',
    keys: ['mod+['],
    isPossible: hasSelection,
    perform: (editor) => editor.change((design) => reorderLayers(design, editor.state().selected, 'down')),
  },
  up: {
    label: 'Up Layer',
    icon: 'arrow-up',
    keys: ['mod+]'],
    isPossible: hasSelection,
    perform: (editor) => editor.change((design) => reorderLayers(design, editor.state().selected, 'up')),
  },
  delete: {
    label: 'Delete',
    icon: 'trash',
    keys: ['delete', 'backspace'],
    isPossible: hasSelection,
    perform: (editor) => editor.change((design) => removeLayers(design, editor.state().selected)),
  },
} as const satisfies Record<string, EditorAction>;

/** Actions that only the keyboard and the panels have. */
export const moreActions = {
  top: {
    label: 'To the front',
    icon: 'arrow-up',
    keys: ['mod+shift+]'],
    isPossible: hasSelection,
    perform: (editor) => editor.change((design) => reorderLayers(design, editor.state().selected, 'top')),
  },
  bottom: {
    label: 'To the back',
    icon: 'arrow-down',
    keys: ['mod+shift+['],
    isPossible: hasSelection,
    perform: (editor) => editor.change((design) => reorderLayers(design, editor.state().selected, 'bottom')),
  },
  selectAll: {
    label: 'Select all',
    icon: 'check',
    keys: ['mod+a'],
    isPossible: () => true,
    perform: (editor) =>
      editor.select(
        editor.state().history.design.layers.flatMap((layer) => (layer.isLocked || layer.isHidden ? [] : [layer.id])),
      ),
  },
  selectNone: {
    label: 'Select nothing',
    icon: 'x',
    keys: ['escape'],
    isPossible: hasSelection,
    perform: (editor) => editor.select([]),
  },
  group: {
    label: 'Group',
    icon: 'stack-2',
    keys: ['mod+g'],
    isPossible: ({ selected }) => selected.size > 1,
    perform: (editor) => {
      const group = newId();
      editor.change((design) => changeLayers(design, editor.state().selected, (layer) => ({ ...layer, group })));
    },
  },
  ungroup: {
    label: 'Ungroup',
    icon: 'stack-2',
    keys: ['mod+shift+g'],
    isPossible: (state) => selectedLayers(state).some(({ group }) => group !== null),
    perform: (editor) =>
      editor.change((design) => changeLayers(design, editor.state().selected, (layer) => ({ ...layer, group: null }))),
  },
} as const satisfies Record<string, EditorAction>;

/**
 * The notation of a key press: 'mod+shift+z'. With Alt the physical key counts, because some systems type other
 * characters with it; Ctrl and Alt together are how some keyboards type brackets.
 */
export const pressed = (
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string => {
  const hasMod = event.ctrlKey || event.metaKey;
  const hasAlt = event.altKey && !hasMod;
  // Shift turns brackets into braces.
  const typed = { '{': '[', '}': ']' }[event.key] ?? event.key.toLowerCase();
  const key = hasAlt ? event.code.replace(/^Key/, '').toLowerCase() : typed;
  return `${hasMod ? 'mod+' : ''}${hasAlt ? 'alt+' : ''}${event.shiftKey ? 'shift+' : ''}${key}`;
};

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  arrowleft: [-1, 0],
  arrowright: [1, 0],
  arrowup: [0, -1],
  arrowdown: [0, 1],
};

/** Moves the selection by an arrow key: 1 px, with Shift 10. Returns whether it was one. */
export function nudge(editor: Editor, keys: string): boolean {
  const isFar = keys.startsWith('shift+');
  const arrow = arrows[keys.replace('shift+', '')];
  if (arrow === undefined || editor.state().selected.size === 0) return false;
  moveBy(editor, { x: arrow[0] * (isFar ? 10 : 1), y: arrow[1] * (isFar ? 10 : 1) }, 'nudge');
  const [first] = selectedLayers(editor.state());
  if (first !== undefined) editor.say(`${Math.round(first.x)} from the left, ${Math.round(first.y)} from the top`);
  return true;
}

/** Moves the selected layers that are not locked. */
export function moveBy(editor: Editor, by: { x: number; y: number }, key: string | null = null): void {
  editor.change(
    (design) =>
      changeLayers(design, editor.state().selected, (layer) =>
        layer.isLocked ? layer : { ...layer, x: layer.x + by.x, y: layer.y + by.y },
      ),
    key,
  );
}

/** Selects the layer above or below the selected one. */
export function selectNext(editor: Editor, step: 1 | -1): void {
  const { history, selected } = editor.state();
  const layers = history.design.layers.filter(({ isHidden }) => !isHidden);
  const at = layers.findLastIndex(({ id }) => selected.has(id));
  const next = layers[(at + step + layers.length) % layers.length] ?? layers[0];
  if (next === undefined) return;
  editor.select([next.id]);
  editor.say(`${layerName(next)} selected${next.isLocked ? ', locked' : ''}`);
}

/** The display name of a layer. */
export const layerName = (layer: Layer): string => {
  if (layer.name !== '') return layer.name;
  if (layer.kind === 'text') return layer.text.trim().slice(0, 40) || 'Empty text';
  return { image: 'Picture', shape: 'Shape', sign: 'Sign' }[layer.kind];
};

/** Adds copies of layers and selects them. */
export function addCopies(editor: Editor, layers: readonly Layer[]): void {
  add(editor, copiesOf(layers, newId));
}

/** Adds layers on top and selects them. */
export function add(editor: Editor, layers: readonly Layer[]): void {
  editor.change((design) => addLayers(design, layers));
  editor.select(layers.map(({ id }) => id));
}

/** Changes the selected layers that are not locked. */
export function changeSelected(editor: Editor, change: (layer: Layer) => Layer, key: string | null = null): void {
  editor.change(
    (design) => changeLayers(design, editor.state().selected, (layer) => (layer.isLocked ? layer : change(layer))),
    key,
  );
}

/** Aligns the selected layers to each other, or a single one to the canvas. */
export function align(editor: Editor, to: AlignTo): void {
  const { history } = editor.state();
  const layers = selectedLayers(editor.state());
  const frame =
    layers.length > 1
      ? boundsOfAll(layers)
      : { x: 0, y: 0, width: history.design.width, height: history.design.height };
  if (frame === null) return;
  changeSelected(editor, (layer) => {
    const by = alignedBy(boundsOf(layer), frame, to);
    return { ...layer, x: layer.x + by.x, y: layer.y + by.y };
  });
}

/** Equalises the gaps between the selected layers. */
export function distribute(editor: Editor, axis: 'x' | 'y'): void {
  const layers = selectedLayers(editor.state());
  const by = new Map(distributedBy(layers.map(boundsOf), axis).map((way, at) => [layers[at]?.id, way]));
  changeSelected(editor, (layer) => ({ ...layer, [axis]: layer[axis] + (by.get(layer.id) ?? 0) }));
}
