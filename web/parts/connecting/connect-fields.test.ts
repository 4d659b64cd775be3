import assert from 'node:assert/strict';
import { test } from 'vitest';
import { byHandProblems, connectProblems, isTyped, withProtocol } from './connect-fields.ts';

test('every field of a connect dialog is required', () => {
  assert.deepEqual(connectProblems('telegram', { chat_id: ' ' }), {
    chat_id: 'Chat id is required',
    bot_token: 'Bot token is required',
  });
});

test('a site’s address may lack its scheme', () => {
  assert.deepEqual(connectProblems('wordpress', { url: 'example.com', username: 'a', password: 'b' }), {});
  assert.equal(withProtocol('example.com'), 'https://example.com');
  assert.equal(withProtocol('http://127.0.0.1:8080'), 'http://127.0.0.1:8080');
});

test('text that is not a web address is refused', () => {
  assert.equal(
    connectProblems('wordpress', { url: 'not a site', username: 'a', password: 'b' }).url,
    'Please enter a valid URL',
  );
});

test('networks with a consent window of their own have no dialog', () => {
  assert.equal(isTyped('telegram'), true);
  assert.equal(isTyped('youtube'), false);
});

test('an account by hand needs a name and a web address', () => {
  const labels = { name: 'Name', url: 'Address' };
  assert.deepEqual(byHandProblems({ name: ' ', url: '' }, labels), {
    name: 'Name is required',
    url: 'Address is required',
  });
  assert.deepEqual(byHandProblems({ name: 'A', url: 'medium.com/@a' }, labels), {});
  for (const url of ['http://medium.com/@a', 'medium', 'not an address'])
    assert.match(byHandProblems({ name: 'A', url }, labels)['url'] ?? '', /https:/);
});
