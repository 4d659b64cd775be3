/** Everything that buttons and keys do to a project: one object per action, so that both always agree. */
import type { IconName } from '../parts/icons/icon.tsx';
import { duplicateTile, moveTile, mostTiles, removeTile } from './edits.ts';
import type { Editor } from './editor.ts';
import { newTileId } from './new-id.ts';

/** One action. `keys` are written as people read them; `hit` is called only outside of text fields. */
export type Action = {
  label: string;
  icon: IconName;
  keys: string;
  hit: (event: KeyboardEvent) => boolean;
  enabled: (editor: Editor) => boolean;
  perform: (editor: Editor) => void;
};

const withCommand = (event: KeyboardEvent, key: string): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === key;
const plain = (event: KeyboardEvent, key: string): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && event.key === key;

const positionOf = ({ store }: Editor): { at: number; count: number; selected: string } => {
  const { document, selected } = store.snapshot();
  return { at: document.order.indexOf(selected), count: document.order.length, selected };
};
const selectAt = ({ store }: Editor, at: number): void => {
  const id = store.snapshot().document.order[at];
  if (id !== undefined) store.select(id);
};

/** Every action. */
export const actions = {
  undo: {
    label: 'Undo',
    icon: 'arrow-back-up',
    keys: 'Ctrl+Z',
    hit: (event) => withCommand(event, 'z') && !event.shiftKey,
    enabled: ({ store }) => store.snapshot().canUndo,
    perform: ({ store }) => store.undo(),
  },
  redo: {
    label: 'Redo',
    icon: 'arrow-forward-up',
    keys: 'Ctrl+Shift+Z',
    hit: (event) => (withCommand(event, 'z') && event.shiftKey) || withCommand(event, 'y'),
    enabled: ({ store }) => store.snapshot().canRedo,
    perform: ({ store }) => store.redo(),
  },
  playOrPause: {
    label: 'Play or pause',
    icon: 'player-play',
    keys: 'Space',
    hit: (event) => plain(event, ' '),
    enabled: () => true,
    perform: ({ preview }) => {
      if (preview.state().playing) preview.pause();
      else void preview.play();
    },
  },
  duplicate: {
    label: 'Duplicate slide',
    icon: 'copy',
    keys: 'Ctrl+D',
    hit: (event) => withCommand(event, 'd'),
    enabled: (editor) => positionOf(editor).count < mostTiles,
    perform: ({ store }) => {
      const [id, copy] = [store.snapshot().selected, newTileId()];
      store.change(duplicateTile(id, copy), { select: copy });
    },
  },
  next: {
    label: 'Next slide',
    icon: 'chevron-right',
    keys: 'Page Down',
    hit: (event) => plain(event, 'PageDown'),
    enabled: (editor) => positionOf(editor).at < positionOf(editor).count - 1,
    perform: (editor) => selectAt(editor, positionOf(editor).at + 1),
  },
  previous: {
    label: 'Previous slide',
    icon: 'chevron-left',
    keys: 'Page Up',
    hit: (event) => plain(event, 'PageUp'),
    enabled: (editor) => positionOf(editor).at > 0,
    perform: (editor) => selectAt(editor, positionOf(editor).at - 1),
  },
  moveLeft: {
    label: 'Move slide left',
    icon: 'arrow-left',
    keys: 'Ctrl+Shift+←',
    hit: (event) => (event.ctrlKey || event.metaKey) && event.shiftKey && event.key === 'ArrowLeft',
    enabled: (editor) => positionOf(editor).at > 0,
    perform: (editor) => editor.store.change(moveTile(positionOf(editor).selected, positionOf(editor).at - 1)),
  },
  moveRight: {
    label: 'Move slide right',
    icon: 'arrow-right',
    keys: 'Ctrl+Shift+→',
    hit: (event) => (event.ctrlKey || event.metaKey) && event.shiftKey && event.key === 'ArrowRight',
    enabled: (editor) => positionOf(editor).at < positionOf(editor).count - 1,
    perform: (editor) => editor.store.change(moveTile(positionOf(editor).selected, positionOf(editor).at + 1)),
  },
} satisfies Readonly<Record<string, Action>>;

/** The keys in the format of the help. */
export const shortcutGroups = [
  {
    name: 'Everywhere',
    shortcuts: Object.values<Action>(actions).map(({ label, keys }) => ({ label, keys: [keys] })),
  },
  {
    name: 'On a slide of the strip',
    shortcuts: [
      { label: 'Select it', keys: ['Enter'] },
      { label: 'Pick it up, and put it down again', keys: ['Space'] },
      { label: 'Move it while it is picked up', keys: ['← →'] },
    ],
  },
] as const;

/** Removes a slide, unless it is the selected one: another must be selected first. */
export function deleteSlide({ store }: Pick<Editor, 'store'>, id: string): void {
  if (id !== store.snapshot().selected) store.change(removeTile(id));
}

/** Performs the action of a key; returns whether there was one. */
export function performKey(event: KeyboardEvent, editor: Editor): boolean {
  const target = event.target;
  const inside = target instanceof HTMLElement ? target : null;
  const types = inside?.closest(
    'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]',
  );
  if (types || inside?.closest('[role=dialog], [role=listbox]')) return false;
  for (const action of Object.values<Action>(actions)) {
    if (!action.hit(event)) continue;
    // A focused button handles Space itself.
    if (event.key === ' ' && inside?.closest('button, a, [role=slider], [role=tab]')) return false;
    if (action.enabled(editor)) action.perform(editor);
    return true;
  }
  return false;
}
