import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { test, vi } from 'vitest';
import { messages } from '#contract/messages.ts';
import { handlers } from '../processes/calls.ts';
import { outside, UserError } from '../../base/handlers.ts';
import { aServer } from '../testing/server.ts';
import { patientSignal } from './patient-signal.ts';

const aReply = () => Object.assign(new EventEmitter(), { closed: false, writableFinished: false });

test('a call that has waited for a minute is refused for now, and an abandoned one only ends', (context) => {
  context.onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [waits, left] = [aReply(), aReply()];
  const [late, gone] = [patientSignal({ raw: waits }), patientSignal({ raw: left })];
  left.emit('close');
  assert.ok(gone.aborted && !(gone.reason instanceof UserError));
  vi.advanceTimersByTime(59_999);
  assert.equal(late.aborted, false);
  vi.advanceTimersByTime(1);
  assert.ok(late.reason instanceof UserError);
  assert.deepEqual([late.reason.status, late.reason.message], [503, messages.tookTooLong]);
});

test('work that reaches the time limit is answered with 503 and a message, however it ends', async () => {
  const reason = new UserError(messages.tookTooLong, { status: 503, retryAfterSeconds: 60 });
  const server = await aServer({
    handlers: {
      ...handlers,
      'save-video': outside(async ({ name }) => {
        if (name === 'Says so') throw reason;
        await wait(60_000, undefined, { signal: AbortSignal.abort(reason) });
        assert.fail('it was broken off');
      }),
    },
  });
  for (const name of ['Says so', 'Broken off']) {
    const reply = await server.send('/api/save-video', {
      method: 'POST',
      headers: { authorization: server.owner.token, 'content-type': 'application/json' },
      body: JSON.stringify({ name, tiles: [{}] }),
    });
    assert.deepEqual(
      [reply.status, reply.headers.get('retry-after'), await reply.json()],
      [503, '60', { status: false, message: messages.tookTooLong }],
    );
  }
});
