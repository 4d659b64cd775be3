import assert from 'node:assert/strict';
import { test } from 'vitest';
import { emptyDesign, type Layer } from '#rules/design/design.ts';
import { newShape, newText } from '#rules/design/layers.ts';
import { pressed } from './actions.ts';
import { openEditor, type Editor } from './document/editor.ts';
import { stretch } from './arrange-actions.ts';
import { actionOf, keyActions, sayKeys, shortcutGroups } from './shortcuts.ts';

const box = (id: string, x: number, y: number): Layer => ({
  ...newShape(id, emptyDesign, { shape: 'rect', isBorder: false }),
  x,
  y,
  width: 100,
  height: 50,
});

function opened(layers: readonly Layer[]): Editor {
  const editor = openEditor({ design: { ...emptyDesign, layers }, name: 'a' }, (design) => design);
  editor.select(layers.map(({ id }) => id));
  return editor;
}
const layersOf = (editor: Editor): readonly Layer[] => editor.state().history.design.layers;
const press = (editor: Editor, keys: string): string | undefined => {
  const action = actionOf(keys, editor.state());
  action?.perform(editor);
  return action?.says?.(editor.state());
};
const stroke = (event: Partial<KeyboardEvent>) =>
  pressed({ key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...event });

test('a key means one action, and the help lists each of them', () => {
  const keys = keyActions.flatMap((action) => action.keys);
  assert.deepEqual([...new Set(keys)], keys);
  const listed = new Set(shortcutGroups.flatMap(({ shortcuts }) => shortcuts.flatMap((each) => each.keys)));
  assert.deepEqual(
    keys.filter((key) => !listed.has(sayKeys(key))),
    [],
  );
});

test('a press with Alt counts by its key, and a bracket typed with Ctrl and Alt by its character', () => {
  assert.equal(stroke({ key: 'å', code: 'KeyA', altKey: true }), 'alt+a');
  assert.equal(stroke({ key: 'Î', code: 'KeyH', altKey: true, shiftKey: true }), 'alt+shift+h');
  assert.equal(stroke({ key: '[', code: 'Digit8', altKey: true, ctrlKey: true }), 'mod+[');
  assert.equal(stroke({ key: 'R', code: 'KeyR', shiftKey: true }), 'shift+r');
});

for (const { keys, x, y } of [
  { keys: 'alt+a', x: 0, y: 40 },
  { keys: 'alt+h', x: 300, y: 40 },
  { keys: 'alt+d', x: 600, y: 40 },
  { keys: 'alt+w', x: 30, y: 0 },
  { keys: 'alt+v', x: 30, y: 172 },
  { keys: 'alt+s', x: 30, y: 344 },
])
  test(`${keys} aligns a layer to the canvas and announces it`, () => {
    const editor = opened([box('a', 30, 40)]);
    assert.match(press(editor, keys) ?? '', /^Aligned at|^Aligned in/);
    assert.deepEqual(
      layersOf(editor).map((layer) => [layer.x, layer.y]),
      [[x, y]],
    );
  });

test('keys distribute three layers, but not two', () => {
  const three = opened([box('a', 0, 0), box('b', 110, 60), box('c', 400, 300)]);
  assert.equal(press(three, 'alt+shift+h'), 'Distributed across');
  assert.equal(press(three, 'alt+shift+v'), 'Distributed down');
  assert.deepEqual(
    layersOf(three).map(({ x, y }) => [x, y]),
    [
      [0, 0],
      [200, 150],
      [400, 300],
    ],
  );
  assert.equal(press(opened([box('a', 0, 0), box('b', 110, 60)]), 'alt+shift+h'), undefined);
});

test('a layer is rotated by 15 degrees and by one, also past the top, and successive presses are one undo step', () => {
  const editor = opened([box('a', 30, 40)]);
  assert.equal(press(editor, 'shift+r'), 'Turned to 345°');
  assert.equal(press(editor, 'r'), 'Turned to 0°');
  assert.equal(press(editor, 'alt+r'), 'Turned to 1°');
  assert.equal(press(editor, 'alt+shift+r'), 'Turned to 0°');
  assert.equal(editor.state().history.past.length, 1);
});

test('a layer is resized by keys from its upper left corner, even if it is rotated', () => {
  const sizeOf = () => undefined;
  const editor = opened([box('a', 30, 40)]);
  assert.ok(stretch(editor, 'mod+arrowright', sizeOf));
  assert.ok(stretch(editor, 'mod+shift+arrowup', sizeOf));
  assert.deepEqual(
    layersOf(editor).map(({ x, y, width, height }) => [x, y, width, height]),
    [[30, 40, 101, 40]],
  );
  assert.equal(editor.state().said, '101 wide, 40 high');
  const turned = opened([{ ...box('a', 30, 40), rotation: 90 }]);
  stretch(turned, 'mod+shift+arrowright', sizeOf);
  assert.deepEqual(
    layersOf(turned).map(({ width, height }) => [Math.round(width), Math.round(height)]),
    [[110, 50]],
  );
  assert.equal(stretch(editor, 'shift+arrowright', sizeOf), false);
});

test('several layers are resized together', () => {
  const editor = opened([box('a', 0, 0), box('b', 100, 50)]);
  assert.equal(press(editor, '.'), '220 wide, 110 high');
  assert.deepEqual(
    layersOf(editor).map((layer) => [layer.x, layer.y, layer.width, layer.height].map(Math.round)),
    [
      [0, 0, 110, 55],
      [110, 55, 110, 55],
    ],
  );
  assert.equal(press(editor, ','), '200 wide, 100 high');
  stretch(editor, 'mod+shift+arrowleft', () => undefined);
  assert.equal(editor.state().said, '190 wide, 95 high');
});

test('a locked layer does not change, whatever is pressed', () => {
  const locked = { ...newText('a', { text: 'Hello', size: 20 }), isLocked: true };
  const editor = opened([locked]);
  for (const keys of ['alt+a', 'r', '.']) press(editor, keys);
  stretch(editor, 'mod+arrowright', () => undefined);
  assert.deepEqual(layersOf(editor), [locked]);
});
