import assert from 'node:assert/strict';
import { test } from 'vitest';
import { stateLooks } from '../../../../../parts/states/state-looks.ts';
import { cardWords, firstWords, shownNetworks } from './card-words.ts';

const four = ['facebook', 'twitter', 'telegram', 'linkedin'] as const;
const counts = (networks: Parameters<typeof shownNetworks>[0], options: Parameters<typeof shownNetworks>[1]) => {
  const { shown, more } = shownNetworks(networks, options);
  return [shown.length, more];
};

test('a card shows two or three networks and counts the others', () => {
  const card = { form: 'card', isLong: false } as const;
  assert.deepEqual(
    [four.slice(0, 2), four.slice(0, 3), four].map((networks) => counts(networks, card)),
    [
      [2, 0],
      [3, 0],
      [2, 2],
    ],
  );
});

test('beside a long state one network has room, and never none', () => {
  const long = { form: 'card', isLong: true } as const;
  assert.deepEqual(
    [four.slice(0, 1), four.slice(0, 2), four].map((networks) => counts(networks, long)),
    [
      [1, 0],
      [1, 1],
      [1, 3],
    ],
  );
});

test('a post is named by its first words, else by what it is, never by its file', () => {
  assert.deepEqual(
    (['image', 'video', 'text'] as const).map((type) => firstWords({ title: '', type })),
    ['Picture', 'Video', 'Untitled'],
  );
  assert.equal(firstWords({ title: 'Winter beans', type: 'image' }), 'Winter beans');
});

test('a state is named by a word or two, of which a narrow card keeps the first', () => {
  assert.deepEqual(cardWords({ attention: 'approval' }, stateLooks.approval), { word: 'Waits', rest: ' for approval' });
  assert.deepEqual(cardWords({ attention: 'not-approved' }, stateLooks['not-approved']), { word: 'Held', rest: '' });
  assert.deepEqual(cardWords({ attention: '' }, stateLooks.scheduled), { word: 'Scheduled', rest: '' });
});
