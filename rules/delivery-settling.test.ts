import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deliveryMessages, next, nextAfterFind, settleReadsSeconds } from './delivery.ts';
import { facts, now, said } from './testing-delivery.ts';

test('an uncertain delivery is read back after 5 s, 30 s, 2 min, 10 min and 30 min, then a person decides', () => {
  let given = facts({ state: 'uncertain' });
  let at = next(facts(), said('unknown'), now).nextAt;
  const reads = [];
  while (at) {
    reads.push((at.getTime() - now.getTime()) / 1000);
    const after = nextAfterFind(given, { kind: 'undecided', message: '' }, at);
    given = { ...given, settleReads: after.settleReads };
    if (!after.nextAt) assert.equal(after.message, deliveryMessages.askPerson);
    at = after.nextAt;
  }
  assert.deepEqual(reads, settleReadsSeconds);
});

test('a post that any read-back finds is published', () => {
  for (let settleReads = 0; settleReads < settleReadsSeconds.length; settleReads += 1) {
    const found = nextAfterFind(
      facts({ state: 'uncertain', settleReads }),
      { kind: 'found', postId: '9', postUrl: 'u' },
      now,
    );
    assert.deepEqual([found.state, found.post], ['published', { postId: '9', postUrl: 'u' }]);
  }
});

test('a post that the last read-back proves absent is sent once more, and only once', () => {
  const last = { state: 'uncertain', settleReads: settleReadsSeconds.length - 1 } as const;
  const absent = { kind: 'absent' } as const;
  assert.equal(
    nextAfterFind(facts({ ...last, settleReads: 0 }), absent, now).state,
    'uncertain',
    'an early read proves nothing',
  );
  const again = nextAfterFind(facts(last), absent, now);
  assert.deepEqual([again.state, again.nextAt, again.resent, again.settleReads], ['scheduled', now, true, 0]);
  const twice = nextAfterFind(facts({ ...last, resent: true }), absent, now);
  assert.deepEqual([twice.state, twice.nextAt], ['uncertain', null]);
  assert.equal(nextAfterFind(facts({ ...last, cancelRequested: true }), absent, now).state, 'cancelled');
});
