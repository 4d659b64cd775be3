import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectProblems, isTyped, withProtocol } from './connect-fields.ts';

test('every field of a connect dialog is required', () => {
  assert.deepEqual(connectProblems('telegram', { chat_id: ' ' }), { chat_id: 'Chat id is required', bot_token: 'Bot token is required' });
});

test('a site may be named without its protocol', () => {
  assert.deepEqual(connectProblems('wordpress', { url: 'example.com', username: 'a', password: 'b' }), {});
  assert.equal(withProtocol('example.com'), 'https://example.com');
  assert.equal(withProtocol('http://127.0.0.1:8080'), 'http://127.0.0.1:8080');
});

test('nonsense is no address', () => {
  assert.equal(connectProblems('wordpress', { url: 'not a site', username: 'a', password: 'b' }).url, 'Please enter a valid URL');
});

test('networks with a consent window of their own have no dialog', () => {
  assert.equal(isTyped('telegram'), true);
  assert.equal(isTyped('youtube'), false);
});
