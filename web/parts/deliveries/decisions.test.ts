import assert from 'node:assert/strict';
import { test } from 'vitest';
import { decisions } from '#rules/delivery-buttons.ts';
import { riskOf, situationOf } from './decisions.ts';

test('a delivery is explained only where a person can decide', () => {
  assert.equal(situationOf({ state: 'uncertain', actions: [], network: 'telegram' }), null);
  assert.match(
    situationOf({ state: 'uncertain', actions: ['it-is-there', 'publish-again'], network: 'telegram' }) ?? '',
    /Telegram did not say/,
  );
  assert.match(
    situationOf({ state: 'failed', actions: ['publish-again'], network: 'telegram' }) ?? '',
    /did not take this post/,
  );
  assert.match(situationOf({ state: 'missed', actions: ['publish-now'], network: 'telegram' }) ?? '', /time passed/);
});

test('only an action that can publish twice asks first', () => {
  assert.match(riskOf('publish-again', { state: 'uncertain', network: 'telegram' }) ?? '', /there twice/);
  for (const decision of decisions) assert.equal(riskOf(decision, { state: 'failed', network: 'telegram' }), null);
});
