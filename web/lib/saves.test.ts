import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { CallError } from '../api/call.ts';
import { createSaves } from './saves.ts';

const lost = new CallError(0, 'no answer');
const refused = new CallError(409, 'changed elsewhere');

/** Saves texts; the server answers as the list says, and `sent` is what it got. */
function aDocument(answers: (CallError | 'saved')[]) {
  const sent: string[] = [];
  const state = { text: 'a' };
  const saves = createSaves<string, string>();
  const send = (request: string) => {
    sent.push(request);
    const answer = answers.shift() ?? 'saved';
    return answer === 'saved' ? Promise.resolve(`saved ${request}`) : Promise.reject(answer);
  };
  const save = () => saves.save({ send, includes: (earlier) => earlier === state.text, next: () => state.text });
  return { sent, state, save };
}

describe('a save whose answer was lost', () => {
  test('is sent again unchanged, and is enough if nothing was edited since', async () => {
    const { sent, save } = aDocument([lost]);
    await assert.rejects(save(), lost);
    assert.equal(await save(), 'saved a');
    assert.deepEqual(sent, ['a', 'a']);
  });

  test('is sent again unchanged before the next one', async () => {
    const { sent, state, save } = aDocument([lost, lost]);
    await assert.rejects(save(), lost);
    state.text = 'b';
    await assert.rejects(save(), lost);
    assert.equal(await save(), 'saved b');
    assert.deepEqual(sent, ['a', 'a', 'a', 'b']);
  });

  test('is not sent again once it was refused', async () => {
    const { sent, state, save } = aDocument([lost, refused]);
    await assert.rejects(save(), lost);
    await assert.rejects(save(), refused);
    state.text = 'b';
    assert.equal(await save(), 'saved b');
    assert.deepEqual(sent, ['a', 'a', 'b']);
  });
});

test('saves run one after the other, each with the text of its turn', async () => {
  const { sent, state, save } = aDocument(['saved', 'saved']);
  const both = [save(), save()];
  state.text = 'b';
  assert.deepEqual(await Promise.all(both), ['saved b', 'saved b']);
  assert.deepEqual(sent, ['b', 'b']);
});
