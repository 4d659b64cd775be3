/** Position, size and rotation of the selected layers, changed by buttons and keys. */
import { boundsOfAll, turned, type AlignTo } from '#rules/design/geometry.ts';
import { align, changeSelected, distribute, type EditorAction } from './actions.ts';
import { pullLayers, type Pull } from './canvas/gesture.ts';
import { selectedLayers, type Editor, type EditorState } from './document/editor.ts';

const hasSelection = ({ selected }: EditorState): boolean => selected.size > 0;

const aligning = (to: AlignTo, words: { label: string; key: string; says: string }): EditorAction => ({
  label: words.label,
  icon: 'stack-2',
  keys: [words.key],
  isPossible: hasSelection,
  perform: (editor) => align(editor, to),
  says: () => words.says,
});

const distributing = (axis: 'x' | 'y', words: { label: string; key: string; says: string }): EditorAction => ({
  label: words.label,
  icon: 'stack-2',
  keys: [words.key],
  isPossible: ({ selected }) => selected.size > 2,
  perform: (editor) => distribute(editor, axis),
  says: () => words.says,
});

/** The ways to align and distribute, as the tools list them. */
export const alignActions: readonly EditorAction[] = [
  aligning('left', { label: 'Left edge', key: 'alt+a', says: 'Aligned at the left edge' }),
  aligning('center', { label: 'Middle', key: 'alt+h', says: 'Aligned in the middle' }),
  aligning('right', { label: 'Right edge', key: 'alt+d', says: 'Aligned at the right edge' }),
  aligning('top', { label: 'Top', key: 'alt+w', says: 'Aligned at the top' }),
  aligning('middle', { label: 'Centre', key: 'alt+v', says: 'Aligned at the centre' }),
  aligning('bottom', { label: 'Bottom', key: 'alt+s', says: 'Aligned at the bottom' }),
  distributing('x', { label: 'Distribute across', key: 'alt+shift+h', says: 'Distributed across' }),
  distributing('y', { label: 'Distribute down', key: 'alt+shift+v', says: 'Distributed down' }),
];

const turning = (degrees: number, words: { label: string; key: string }): EditorAction => ({
  label: words.label,
  icon: 'repeat',
  keys: [words.key],
  isPossible: hasSelection,
  perform: (editor) =>
    changeSelected(editor, (layer) => ({ ...layer, rotation: (layer.rotation + degrees + 360) % 360 }), 'turn'),
  says: (state) => `Turned to ${Math.round(selectedLayers(state)[0]?.rotation ?? 0)}°`,
});

const scaling = (factor: number, words: { label: string; key: string }): EditorAction => ({
  label: words.label,
  icon: 'arrow-up',
  keys: [words.key],
  isPossible: hasSelection,
  perform: (editor) => {
    const box = boxOf(editor.state());
    if (box === null) return;
    pull(editor, {
      handle: { x: 1, y: 1 },
      by: turned({ x: box.width * (factor - 1), y: box.height * (factor - 1) }, box.rotation),
      sizeOf: () => undefined, // corners keep a picture's visible part
    });
  },
  says: sizeWords,
});

/** Rotating and scaling, which the pointer does with handles. */
export const arrangeActions: readonly EditorAction[] = [
  turning(15, { label: 'Turn by 15°', key: 'r' }),
  turning(-15, { label: 'Turn back by 15°', key: 'shift+r' }),
  turning(1, { label: 'Turn by 1°', key: 'alt+r' }),
  turning(-1, { label: 'Turn back by 1°', key: 'alt+shift+r' }),
  scaling(1.1, { label: 'Larger by a tenth', key: '.' }),
  scaling(1 / 1.1, { label: 'Smaller by a tenth', key: ',' }),
];

const sides: Readonly<Record<string, { axis: 'x' | 'y'; by: 1 | -1 }>> = {
  arrowright: { axis: 'x', by: 1 },
  arrowleft: { axis: 'x', by: -1 },
  arrowdown: { axis: 'y', by: 1 },
  arrowup: { axis: 'y', by: -1 },
};

/**
 * Resizes the selection with Ctrl and an arrow key: 1 px, with Shift 10. Several layers keep their proportions. Returns
 * whether it was such a key.
 */
export function stretch(editor: Editor, keys: string, sizeOf: Pull['sizeOf']): boolean {
  const side = keys.startsWith('mod+') ? sides[keys.replace(/^mod\+(shift\+)?/, '')] : undefined;
  const box = boxOf(editor.state());
  if (side === undefined || box === null) return false;
  const by = side.by * (keys.includes('shift+') ? 10 : 1);
  if (editor.state().selected.size > 1) {
    const scale = by / (side.axis === 'x' ? box.width : box.height);
    pull(editor, { handle: { x: 1, y: 1 }, by: { x: box.width * scale, y: box.height * scale }, sizeOf });
  } else if (side.axis === 'x') {
    pull(editor, { handle: { x: 1, y: 0 }, by: turned({ x: by, y: 0 }, box.rotation), sizeOf });
  } else {
    pull(editor, { handle: { x: 0, y: 1 }, by: turned({ x: 0, y: by }, box.rotation), sizeOf });
  }
  editor.say(sizeWords(editor.state()));
  return true;
}

/** The box of the selection: a single layer's own with its rotation, an upright one around several. */
function boxOf(state: EditorState): { width: number; height: number; rotation: number } | null {
  const layers = selectedLayers(state);
  const [only] = layers;
  if (only !== undefined && layers.length === 1) return only;
  const bounds = boundsOfAll(layers);
  return bounds === null ? null : { ...bounds, rotation: 0 };
}

function sizeWords(state: EditorState): string {
  const box = boxOf(state);
  return box === null ? '' : `${Math.round(box.width)} wide, ${Math.round(box.height)} high`;
}

/** Works like a handle that the pointer drags. */
function pull(editor: Editor, { handle, by, sizeOf }: Pick<Pull, 'sizeOf'> & HandlePull): void {
  editor.change(
    (before) =>
      pullLayers({
        grip: { kind: 'pull', handle },
        before,
        ids: editor.state().selected,
        from: { x: 0, y: 0 },
        to: by,
        snapWithin: 0,
        isStrict: false,
        sizeOf,
      }).design,
    'size',
  );
}

type HandlePull = { handle: Extract<Pull['grip'], { kind: 'pull' }>['handle']; by: Pull['to'] };
