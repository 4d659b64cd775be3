import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import type { UploadState } from './upload-queue.ts';
import { afterProblem, untilThen, type UploadProblem } from './upload-refusals.ts';

const now = 1_000_000;
const final = (message: string): UploadState => ({ kind: 'failed', message, canRetry: false });
const again = (message: string): UploadState => ({ kind: 'failed', message, canRetry: true });
const cases: readonly [
  title: string,
  problem: Partial<UploadProblem>,
  given: { isSent?: boolean; tries?: number },
  state: UploadState,
][] = [
  [
    'a busy server is tried again after the time it names',
    { status: 429, message: 'Busy', retryAfterSeconds: 7 },
    {},
    { kind: 'later', message: 'The server asks us to wait.', at: now + 7000 },
  ],
  [
    'an unavailable server is tried again',
    { status: 503, message: 'Away', retryAfterSeconds: 30 },
    {},
    { kind: 'later', message: 'The server asks us to wait.', at: now + 30_000 },
  ],
  [
    'a busy server that names no time is tried again after ten seconds',
    { status: 429, message: 'Busy' },
    {},
    { kind: 'later', message: 'The server asks us to wait.', at: now + 10_000 },
  ],
  [
    'a server that stays busy is left to the person',
    { status: 429, message: 'Busy', retryAfterSeconds: 7 },
    { tries: 20 },
    again('Busy'),
  ],
  [
    'a file of the wrong type is not tried again',
    { status: 422, message: messages.invalidFileType },
    {},
    final(messages.invalidFileType),
  ],
  [
    'a file that is too large is not tried again',
    { status: 413, message: messages.streamFileTooLarge },
    {},
    final(messages.streamFileTooLarge),
  ],
  [
    'a file beyond the quota can be tried once others were deleted',
    { status: 413, message: messages.quotaReached },
    {},
    again(messages.quotaReached),
  ],
  ['a full server can be tried once it has room', { status: 507, message: 'No room' }, {}, again('No room')],
  [
    'an internal error can be tried again',
    { status: 500, message: messages.internalError },
    {},
    again(messages.internalError),
  ],
  ['a signed-out person can try again', { status: 401, message: 'Signed out' }, {}, again('Signed out')],
  [
    'an upload to a deleted stream is not tried again',
    { status: 404, message: messages.notFound },
    {},
    final(messages.notFound),
  ],
  [
    'a person without the permission cannot try again',
    { status: 403, message: messages.forbidden },
    {},
    final(messages.forbidden),
  ],
  [
    'an upload waits for a connection that broke',
    { status: 0 },
    {},
    { kind: 'later', message: 'The connection was lost. We go on once the server answers.', at: null },
  ],
  [
    'a connection that breaks each time is left to the person',
    { status: 0 },
    { tries: 5 },
    again('The connection was lost several times.'),
  ],
  [
    'a file that may have arrived is not resent automatically',
    { status: 0 },
    { isSent: true },
    again(
      'The connection was lost before the server answered. See below whether the file is there; if not, try again.',
    ),
  ],
];
for (const [title, problem, given, state] of cases) {
  test(title, () => {
    assert.deepEqual(
      afterProblem(
        { status: 500, message: '', retryAfterSeconds: null, ...problem },
        { isSent: false, tries: 1, now, ...given },
      ),
      state,
    );
  });
}

test('the time until a file is resent is written in seconds, then in minutes', () => {
  assert.deepEqual([-1, 0.2, 7, 99, 130].map(untilThen), ['now', 'in 1 s', 'in 7 s', 'in 99 s', 'in 3 min']);
});
