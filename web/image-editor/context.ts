import { createContext, use, useRef, useSyncExternalStore } from 'react';
import type { Layer } from '#rules/design/design.ts';
import { selectedLayers, type Editor, type EditorState } from './document/editor.ts';
import type { Materials } from './document/materials.ts';

/** The open editor and what it draws with. */
export type EditorParts = { editor: Editor; materials: Materials };

/** Provides the editor to the panels. */
export const EditorContext = createContext<EditorParts | null>(null);

/** The editor that contains this component. */
export function useEditor(): EditorParts {
  const parts = use(EditorContext);
  if (parts === null) throw new Error('a part of the image editor stands outside of it');
  return parts;
}

/** The editor's state; renders the component after each change. */
export function useEditorState(): EditorState {
  const { editor } = useEditor();
  return useSyncExternalStore(editor.subscribe, editor.state);
}

/**
 * A part of the editor's state; renders only when that part changes. `select` returns a primitive value, or an object
 * that the state itself contains.
 */
export function useEditorValue<Value>(select: (state: EditorState) => Value): Value {
  const { editor } = useEditor();
  return useSyncExternalStore(editor.subscribe, () => select(editor.state()));
}

/**
 * Like useEditorValue, for values that are created with each change: renders only when `lookOf` returns something
 * different.
 */
export function useEditorLook<Value>(select: (state: EditorState) => Value, lookOf: (value: Value) => string): Value {
  const { editor } = useEditor();
  const kept = useRef<{ from: EditorState; look: string; value: Value } | null>(null);
  return useSyncExternalStore(editor.subscribe, () => {
    const from = editor.state();
    const known = kept.current;
    if (known?.from === from) return known.value;
    const value = select(from);
    const look = lookOf(value);
    kept.current = { from, look, value: known?.look === look ? known.value : value };
    return kept.current.value;
  });
}

/** The selected layers, bottom first. Their positions may be out of date, so that a drag renders no panel. */
export const useSelected = (): Layer[] =>
  useEditorLook(selectedLayers, (layers) => JSON.stringify(layers.map((layer) => ({ ...layer, x: 0, y: 0 }))));
