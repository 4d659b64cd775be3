import assert from 'node:assert/strict';
import { test } from 'vitest';
import { emptyDesign, type Design } from './design.ts';
import { historyOf, record, redo, undo, type History } from './history.ts';
import { newShape, newText } from './layers.ts';
import { addLayers, changeLayers, copiesOf, removeLayers, reorderLayers } from './operations.ts';

/** A repeatable generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function edited(design: Design, random: () => number, newId: () => string): Design {
  const some = new Set(design.layers.filter(() => random() < 0.3).map(({ id }) => id));
  switch (Math.floor(random() * 7)) {
    case 0:
      return addLayers(design, [newText(newId(), { text: 'a', size: 20 })]);
    case 1:
      return addLayers(design, [newShape(newId(), design, { shape: 'star', isBorder: random() < 0.5 })]);
    case 2:
      return changeLayers(design, some, (layer) => ({ ...layer, x: layer.x + random() * 9, isLocked: random() < 0.1 }));
    case 3:
      return removeLayers(design, some);
    case 4:
      return reorderLayers(design, some, (['up', 'down', 'top', 'bottom'] as const)[Math.floor(random() * 4)] ?? 'up');
    case 5:
      return addLayers(design, copiesOf(design.layers.filter(({ id }) => some.has(id)).slice(0, 3), newId));
    default:
      return {
        ...design,
        background: `#${Math.floor(random() * 0xffffff)
          .toString(16)
          .padStart(6, '0')}`,
      };
  }
}

test('undoing everything restores the first design, redoing everything the last, over random edits', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const random = randomOf(seed);
    let count = 0;
    const newId = () => `l${(count += 1)}`;
    let history: History = historyOf(emptyDesign);
    const steps: Design[] = [history.design];
    for (let step = 0; step < 40; step++) {
      const key = random() < 0.3 ? 'drag' : null;
      const before = history.past.length;
      history = record(history, edited(history.design, random, newId), key);
      if (history.past.length > before) steps.push(history.design);
      else if (history.past.length < before) steps.pop();
      else steps[steps.length - 1] = history.design;
    }
    const last = history;
    for (const step of steps.toReversed()) {
      assert.deepEqual(history.design, step, `seed ${seed}`);
      history = undo(history);
    }
    assert.deepEqual([history.design, history.past.length], [emptyDesign, 0]);
    for (const _ of steps) history = redo(history);
    assert.deepEqual([history.design, history.future.length], [last.design, 0]);
  }
});

test('undo leaves unchanged layers the very same objects', () => {
  const [one, other] = [newText('a', { text: 'a', size: 20 }), newText('b', { text: 'b', size: 20 })];
  const start = historyOf({ ...emptyDesign, layers: [one, other] });
  const moved = record(
    start,
    changeLayers(start.design, new Set(['a']), (layer) => ({ ...layer, x: 5 })),
    null,
  );
  const back = undo(moved).design;
  assert.equal(back.layers[0], one);
  assert.equal(back.layers[1], other);
});

test('a gesture is one step, whatever its number of moves', () => {
  let history = historyOf(addLayers(emptyDesign, [newText('a', { text: 'a', size: 20 })]));
  for (let x = 1; x <= 30; x++)
    history = record(
      history,
      changeLayers(history.design, new Set(['a']), (layer) => ({ ...layer, x })),
      'drag 1',
    );
  assert.equal(history.past.length, 1);
  assert.equal(undo(history).design.layers[0]?.x, 100);
});
