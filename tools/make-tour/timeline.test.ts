import assert from 'node:assert/strict';
import { test } from 'vitest';
import { frameAt, lengthOf, arrange, readingSeconds, spansOf, type Shot } from './timeline.ts';

const whole = { x: 0, y: 0, width: 1000, height: 500 };
const shot = (given: Partial<Shot>): Shot => ({
  picture: 'a',
  camera: whole,
  pointer: null,
  presses: false,
  ring: null,
  card: null,
  caption: 0,
  seconds: 1,
  ...given,
});
const card = { title: 'Title', text: 'Text' };
const texts = ['A short one.', 'A caption that is a good deal longer than the time its shots take.'];
const tour = arrange(
  [
    shot({ card, caption: null, seconds: 4 }),
    shot({ picture: 'a', caption: 0, seconds: 3 }),
    shot({ picture: 'b', caption: 0, seconds: 3, pointer: { x: 10, y: 20 } }),
    shot({ picture: 'b', caption: 1, seconds: 1 }),
    shot({ picture: 'c', caption: 1, seconds: 1, camera: { x: 200, y: 100, width: 500, height: 250 } }),
  ],
  texts,
);

test('a caption stays until it has been read, or as long as its shots if they take longer', () => {
  const [short, long] = spansOf(tour, 2);
  assert.deepEqual(short, { start: 4, end: 10 });
  assert.equal(long?.start, 10);
  assert.ok(Math.abs((long?.end ?? 0) - 10 - readingSeconds(texts[1] ?? '')) < 1e-9);
  assert.equal(lengthOf(tour), long?.end);
  assert.throws(() => spansOf(tour, 3), /caption 3 is never shown/);
});

test('pictures, captions and the camera fade into each other and then stay still', () => {
  assert.deepEqual(frameAt(tour, 7.05).pictures.before, 'a');
  assert.ok(frameAt(tour, 7.05).pictures.share < 0.2);
  assert.deepEqual(frameAt(tour, 9).pictures, { before: 'a', now: 'b', share: 1 });
  assert.deepEqual(frameAt(tour, 10.1).caption.before, 0);
  assert.deepEqual(frameAt(tour, 12.5).caption, { before: 1, now: 1, share: 1 });
  const [moving, arrived] = [frameAt(tour, 11.3).camera, frameAt(tour, 13).camera];
  assert.ok(moving.width > 500 && moving.width < 1000);
  assert.deepEqual(arrived, { x: 200, y: 100, width: 500, height: 250 });
});

test('a card covers its time, and disappears after it', () => {
  assert.deepEqual(frameAt(tour, 0).card, { ...card, share: 1 });
  const leaving = frameAt(tour, 4.3).card;
  assert.ok(leaving !== null && leaving.share > 0 && leaving.share < 1);
  assert.equal(frameAt(tour, 5).card, null);
});

test('the pointer arrives before it presses', () => {
  const pressing = arrange(
    [shot({ pointer: { x: 0, y: 0 }, seconds: 2 }), shot({ pointer: { x: 100, y: 40 }, presses: true, seconds: 1.3 })],
    [''],
  );
  const at = (seconds: number) => frameAt(pressing, pressing[1] ? pressing[1].from + seconds : 0).pointer;
  assert.deepEqual(at(0), { x: 0, y: 0, press: 0 });
  assert.ok((at(0.4)?.x ?? 0) > 20 && at(0.4)?.press === 0);
  const down = at(0.97);
  assert.ok(down !== null && down.x === 100 && down.press > 0.9);
});

test('a spoken caption stays until it has been spoken, followed by a moment of silence', () => {
  const shots = [shot({ seconds: 1 }), shot({ caption: 1, seconds: 1 })];
  const [first, second] = arrange(shots, ['Yes.', 'No.'], [10, 0.1]);
  assert.deepEqual([first?.seconds, second?.seconds], [10.5, readingSeconds('No.')]);
});
