/** Every key of the image creator. */
import { actions, moreActions, type EditorAction } from './actions.ts';
import type { EditorState } from './document/editor.ts';
import { alignActions, arrangeActions } from './arrange-actions.ts';

/** Every action with keys. */
export const keyActions: readonly EditorAction[] = [
  ...Object.values(actions),
  ...Object.values(moreActions),
  ...alignActions,
  ...arrangeActions,
];

/** The action of a key press, if it is possible now. */
export const actionOf = (keys: string, state: EditorState): EditorAction | undefined =>
  keyActions.find((action) => action.keys.includes(keys) && action.isPossible(state));

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
const names: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  arrows: '← → ↑ ↓',
  pageup: 'Page Up',
  pagedown: 'Page Down',
  '+': 'Plus',
  '-': 'Minus',
};

/** Keys as they are labelled on the keyboard: `'mod+shift+z' -> 'Ctrl Shift Z'`. */
export const sayKeys = (keys: string): string =>
  (keys === '+' ? [keys] : keys.split('+'))
    .map((key) => names[key] ?? key.charAt(0).toUpperCase() + key.slice(1))
    .join(' ');

const listed = (list: readonly Pick<EditorAction, 'label' | 'keys'>[]) =>
  list.map(({ label, keys }) => ({ label, keys: keys.map(sayKeys) }));

/** The keys in the format of the help. */
export const shortcutGroups = [
  {
    name: 'Selecting',
    shortcuts: listed([
      { label: 'Next or previous layer, on the canvas', keys: ['pageup', 'pagedown'] },
      moreActions.selectAll,
      moreActions.selectNone,
      { label: 'Edit the text', keys: ['enter'] },
    ]),
  },
  {
    name: 'Changing',
    shortcuts: listed([
      actions.undo,
      actions.redo,
      actions.duplicate,
      { label: 'Copy and paste, also into another image', keys: ['mod+c', 'mod+v'] },
      actions.delete,
      moreActions.group,
      moreActions.ungroup,
    ]),
  },
  {
    name: 'Moving, sizing and turning',
    shortcuts: listed([
      { label: 'Move by 1 px', keys: ['arrows'] },
      { label: 'Move by 10 px', keys: ['shift+arrows'] },
      { label: 'Wider, narrower, higher or lower by 1 px', keys: ['mod+arrows'] },
      { label: 'The same by 10 px', keys: ['mod+shift+arrows'] },
      ...arrangeActions,
    ]),
  },
  {
    name: 'Order',
    shortcuts: listed([actions.up, actions.down, moreActions.top, moreActions.bottom]),
  },
  {
    name: 'Aligning',
    shortcuts: listed(alignActions),
  },
  {
    name: 'Looking',
    shortcuts: listed([
      { label: 'Zoom in or out', keys: ['+', '-'] },
      { label: 'Fit the canvas', keys: ['0'] },
      { label: 'This list', keys: ['?'] },
    ]),
  },
] as const;
