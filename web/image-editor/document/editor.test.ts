import assert from 'node:assert/strict';
import { test } from 'vitest';
import { emptyDesign } from '#rules/design/design.ts';
import { newText } from '#rules/design/layers.ts';
import { addLayers, changeLayers } from '#rules/design/operations.ts';
import { openEditor } from './editor.ts';

test('undo keeps the selection of layers that still exist', () => {
  const editor = openEditor({ design: emptyDesign, name: 'a' }, (design) => design);
  editor.change((design) => addLayers(design, [newText('a', { text: 'a', size: 20 })]));
  editor.change((design) => addLayers(design, [newText('b', { text: 'b', size: 20 })]));
  editor.select(['a', 'b']);
  editor.change((design) => changeLayers(design, new Set(['a']), (layer) => ({ ...layer, x: 5 })));
  editor.undo();
  assert.deepEqual([...editor.state().selected], ['a', 'b']);
  editor.undo();
  assert.deepEqual([...editor.state().selected], ['a']);
});

test('measuring a text again is not a step of the history', () => {
  let height = 10;
  const editor = openEditor({ design: emptyDesign, name: 'a' }, (design) =>
    design.layers.every((layer) => layer.height === height)
      ? design
      : { ...design, layers: design.layers.map((layer) => ({ ...layer, height })) },
  );
  editor.change((design) => addLayers(design, [newText('a', { text: 'a', size: 20 })]));
  height = 20;
  editor.remeasure();
  assert.equal(editor.state().history.past.length, 1);
  assert.equal(editor.state().history.design.layers[0]?.height, 20);
});

test('layers of a group are selected together', () => {
  const editor = openEditor({ design: emptyDesign, name: 'a' }, (design) => design);
  const layer = (id: string, group: string | null) => ({ ...newText(id, { text: id, size: 20 }), group });
  editor.change((design) => addLayers(design, [layer('a', 'g'), layer('b', 'g'), layer('c', null)]));
  editor.select(['a']);
  assert.deepEqual([...editor.state().selected], ['a', 'b']);
});

test('setting unchanged guides notifies no subscribers', () => {
  const editor = openEditor({ design: emptyDesign, name: 'a' }, (design) => design);
  let told = 0;
  editor.subscribe(() => {
    told += 1;
  });
  editor.guide({ vertical: null, horizontal: null });
  assert.equal(told, 0);
  editor.guide({ vertical: 10, horizontal: null });
  editor.guide({ vertical: 10, horizontal: null });
  assert.equal(told, 1);
});
