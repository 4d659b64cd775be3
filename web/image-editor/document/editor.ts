/** The state of the image editor: the design with its history, the selection, and the last saved version. */
import type { Design, Layer } from '#rules/design/design.ts';
import { historyOf, record, redo, undo, type History } from '#rules/design/history.ts';
import { withGroups } from '#rules/design/operations.ts';
import { newUuid } from '../../lib/uuid.ts';

/** What the screen shows. `guides` are the lines that a moved layer snaps to. */
export type EditorState = {
  history: History;
  selected: ReadonlySet<string>;
  name: string;
  guides: { vertical: number | null; horizontal: number | null };
  /** What a screen reader announces: what the last key did. */
  said: string;
  /** Counts the person's changes, including undone ones; it identifies the saved version. */
  version: number;
};

/** Updates what depends on fonts, the heights of texts; reuses heights that are already right. */
export type Measure = (design: Design) => Design;

/** One open editor. `change` is by the person and can be undone; `key` joins successive changes to one step. */
export type Editor = {
  state: () => EditorState;
  subscribe: (listener: () => void) => () => void;
  change: (change: (design: Design) => Design, key?: string | null) => void;
  /** Measures again when a font has loaded; never a step of the history. */
  remeasure: () => void;
  select: (ids: Iterable<string>) => void;
  undo: () => void;
  redo: () => void;
  rename: (name: string) => void;
  /** Shows other guides; equal ones notify nobody, because a drag sets them with each frame. */
  guide: (guides: EditorState['guides']) => void;
  say: (words: string) => void;
};

const noGuides = { vertical: null, horizontal: null };

/** Opens an editor on a design; `isChanged`: it differs from the saved version. */
export function openEditor(start: { design: Design; name: string; isChanged?: boolean }, measure: Measure): Editor {
  const listeners = new Set<() => void>();
  let state: EditorState = {
    history: historyOf(measure(start.design)),
    selected: new Set(),
    name: start.name,
    guides: noGuides,
    said: '',
    version: start.isChanged === true ? 1 : 0,
  };
  const set = (more: Partial<EditorState>) => {
    state = { ...state, ...more };
    for (const listener of listeners) listener();
  };
  /** The selected layers that still exist. */
  const still = (design: Design) => new Set(design.layers.flatMap(({ id }) => (state.selected.has(id) ? [id] : [])));
  const goTo = (history: History) => {
    const measured = { ...history, design: measure(history.design) };
    set({ history: measured, selected: still(measured.design), version: state.version + 1 });
  };
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (change, key = null) => {
      const design = measure(change(state.history.design));
      if (design === state.history.design) return;
      set({
        history: record(state.history, design, key),
        selected: still(design),
        version: state.version + 1,
      });
    },
    remeasure: () => {
      const design = measure(state.history.design);
      if (design !== state.history.design) set({ history: { ...state.history, design } });
    },
    select: (ids) => set({ selected: withGroups(state.history.design, new Set(ids)) }),
    undo: () => goTo(undo(state.history)),
    redo: () => goTo(redo(state.history)),
    rename: (name) => set({ name, version: state.version + 1 }),
    guide: (guides) => {
      const { vertical, horizontal } = state.guides;
      if (guides.vertical !== vertical || guides.horizontal !== horizontal) set({ guides });
    },
    say: (said) => set({ said }),
  };
}

/** The selected layers, bottom first. */
export const selectedLayers = ({ history, selected }: EditorState): Layer[] =>
  history.design.layers.filter(({ id }) => selected.has(id));

/** A new id for a layer or group. */
export const newId = (): string => `l${newUuid().slice(0, 13)}`;
