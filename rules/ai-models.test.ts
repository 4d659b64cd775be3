import assert from 'node:assert/strict';
import { test } from 'vitest';
import { chooseModel, daysLeft, noticeOf, type AiModel } from './ai-models.ts';

const aModel = (id: string, created = 1, shutdownOn: string | null = null): AiModel => ({ id, created, shutdownOn });
const openAi = [
  aModel('gpt-4o-mini', 100, '2027-01-14'),
  aModel('gpt-6-sol', 900),
  aModel('gpt-6-luna', 800),
  aModel('gpt-6-luna-2026-09-01', 801),
  aModel('gpt-6-luna-pro', 950),
  aModel('gpt-audio-mini', 990),
  aModel('text-embedding-4-small', 999),
  aModel('gpt-4o-mini-tts', 300, '2027-01-06'),
  aModel('tts-1', 200, '2027-01-06'),
];
const november = new Date('2026-11-27T12:00:00Z');
const december = new Date('2026-12-20T12:00:00Z');
const february = new Date('2027-02-01T12:00:00Z');
const idOf = (use: 'chat' | 'speech', now: Date, preferred: readonly string[] = [], models = openAi) =>
  chooseModel(models, { use, preferred, now })?.id ?? null;

test('the latest small model that answers chats is chosen, and none that ends soon', () => {
  assert.equal(idOf('chat', november), 'gpt-6-luna');
  assert.equal(idOf('chat', december, [], [aModel('gpt-4o-mini', 999, '2027-01-14'), aModel('gpt-9', 1)]), 'gpt-9');
  assert.equal(idOf('chat', december, [], [aModel('gpt-4o-mini', 999, '2027-01-14')]), 'gpt-4o-mini');
  assert.equal(idOf('chat', november, [], [aModel('llama3:8b'), aModel('nomic-embed-text')]), 'llama3:8b');
});

test('the preferred models come first while they exist', () => {
  assert.equal(idOf('chat', november, ['gone', 'gpt-4o-mini', 'gpt-6-sol']), 'gpt-4o-mini');
  assert.equal(idOf('chat', february, ['gone', 'gpt-4o-mini', 'gpt-6-sol']), 'gpt-6-sol');
});

test('a model for speech is offered until its last day only', () => {
  assert.equal(idOf('speech', november), 'gpt-4o-mini-tts');
  assert.equal(idOf('speech', new Date('2027-01-05T23:59:00Z'), ['tts-1']), 'tts-1');
  assert.equal(idOf('speech', new Date('2027-01-06T00:00:00Z'), ['tts-1']), null);
});

test('a person hears of a model’s end a month ahead', () => {
  const model = aModel('gpt-4o-mini', 1, '2027-01-14');
  assert.deepEqual([daysLeft(model, november), daysLeft(aModel('x'), november)], [48, null]);
  assert.equal(noticeOf(model, november), '');
  assert.equal(
    noticeOf(model, new Date('2026-12-14T00:00:00Z')),
    'The model “gpt-4o-mini” ends on 2027-01-14. Please choose another one before that.',
  );
  assert.equal(noticeOf(model, february), 'The model “gpt-4o-mini” has ended. Please choose another one.');
  assert.equal(noticeOf(aModel('x'), february), '');
});
