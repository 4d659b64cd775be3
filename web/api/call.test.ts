import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';

/** A minimal XMLHttpRequest driven by the test: nothing happens automatically. */
class Upload {
  static latest: Upload | null = null;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload: () => void = () => {};
  onerror: () => void = () => {};
  onabort: () => void = () => {};
  status = 0;
  responseText = '';
  retryAfter: string | null = null;
  sent: FormData | null = null;
  key = '';
  constructor() {
    Upload.latest = this;
  }
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    if (name === 'idempotency-key') this.key = value;
  }
  getResponseHeader = (): string | null => this.retryAfter;
  send(form: FormData): void {
    this.sent = form;
  }
  abort(): void {
    this.onabort();
  }
  answer(status: number, text: string): void {
    [this.status, this.responseText] = [status, text];
    this.onload();
  }
}

let sent: [address: string, method: string | undefined] | null = null;
/** The keys of the requests so far. */
let keys: (string | null)[] = [];
let answer: (signal: AbortSignal | null) => Promise<Response>;
Object.assign(globalThis, {
  XMLHttpRequest: Upload,
  fetch: (address: string, init?: RequestInit) => {
    if (address === '/healthz') return Promise.resolve(new Response(''));
    sent = [address, init?.method];
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return answer(init?.signal ?? null);
  },
});
const { call, onOutcome } = await import('./call.ts');
const { deadlineMs } = await import('./deadline.ts');

const done = JSON.stringify({ status: true, message: 'Done', data: null });
const file = { field: 'stream', content: new File(['bytes'], 'photo.png') };
const into = { content_stream_id: '1', title: 'Photo' };
/** Never answers; rejects like the browser once it is aborted. */
const hanging = (signal: AbortSignal | null): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
const underWay = (): Upload => {
  assert.ok(Upload.latest, 'nothing was sent');
  return Upload.latest;
};

describe('cancelling a call', () => {
  const reason = new Error('left the page');

  test('a cancelled call throws the reason of its signal', async () => {
    answer = hanging;
    const leaving = new AbortController();
    const calling = call('logout', {}, { signal: leaving.signal });
    leaving.abort(reason);
    await assert.rejects(calling, reason);
  });

  test('a cancelled call is reported as a call with an unknown outcome', async () => {
    answer = hanging;
    const heard: unknown[] = [];
    const stop = onOutcome((name, failure) => heard.push(name, failure));
    const leaving = new AbortController();
    const calling = call('logout', {}, { signal: leaving.signal });
    leaving.abort(reason);
    await calling.catch(() => undefined);
    stop();
    assert.deepEqual(heard, ['logout', reason]);
  });
});

describe('answers to a call', () => {
  for (const [what, status, text, expected] of [
    ['a refusal', 422, '{"status":false,"message":"No","errors":{"name":"Too long"}}', { status: 422, message: 'No' }],
    [
      "a proxy's page of its own refusal",
      413,
      '<h1>Too Large</h1>',
      { status: 413, message: 'Getting Internal Server Error' },
    ],
    ['a truncated answer', 200, '{"status":tr', { status: 200, message: 'Getting Internal Server Error' }],
  ] as const) {
    test(`${what} is a CallError of ${expected.status}`, async () => {
      answer = () => Promise.resolve(new Response(text, { status }));
      await assert.rejects(call('logout', {}), { name: 'Error', ...expected });
    });
  }

  for (const [header, seconds] of [
    ['30', 30],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
    [null, null],
  ] as const) {
    test(`${header ?? 'no Retry-After'} asks to retry after ${seconds ?? 'no'} seconds`, async () => {
      const headers = header === null ? undefined : { 'retry-after': header };
      const init = { status: 429, ...(headers ? { headers } : {}) };
      answer = () => Promise.resolve(new Response('{"status":false,"message":"Slower"}', init));
      await assert.rejects(call('logout', {}), { status: 429, retryAfterSeconds: seconds });
    });
  }
});

describe('uploading', () => {
  beforeEach(() => {
    Upload.latest = null;
  });

  test('an upload sends its fields and its file, and resolves to the answer', async () => {
    const calling = call('stream', into, { file });
    const request = underWay();
    assert.deepEqual([request.sent?.get('content_stream_id'), request.sent?.get('title')], ['1', 'Photo']);
    assert.equal(request.sent?.get('stream') instanceof File, true);
    request.answer(200, done);
    assert.equal((await calling).message, 'Done');
  });

  test('an upload reports the fraction sent, from 0 to 1', async () => {
    const shares: number[] = [];
    const calling = call('stream', into, { file, onProgress: (share) => shares.push(share) });
    for (const loaded of [0, 25, 100]) underWay().upload.onprogress?.({ loaded, total: 100 });
    underWay().upload.onprogress?.({ loaded: 10, total: 0 });
    underWay().answer(200, done);
    await calling;
    assert.deepEqual(shares, [0, 0.25, 1, 0]);
  });

  test('an upload cancelled while it is sent throws the reason', async () => {
    const cancel = new AbortController();
    const calling = call('stream', into, { file, signal: cancel.signal });
    cancel.abort(new Error('cancelled'));
    await assert.rejects(calling, { message: 'cancelled' });
  });

  test('an upload cancelled before it starts is never sent', async () => {
    await assert.rejects(call('stream', into, { file, signal: AbortSignal.abort(new Error('cancelled')) }), {
      message: 'cancelled',
    });
    assert.equal(underWay().sent, null);
  });

  test('an upload over a broken connection fails without an answer', async () => {
    const calling = call('stream', into, { file });
    underWay().onerror();
    await assert.rejects(calling, { status: 0 });
  });

  test('an upload refused for now says when to retry', async () => {
    const calling = call('stream', into, { file });
    underWay().retryAfter = '7';
    underWay().answer(429, '{"status":false,"message":"Too many at once"}');
    await assert.rejects(calling, { status: 429, message: 'Too many at once', retryAfterSeconds: 7 });
  });
});

test('a call that the contract declares as a GET is sent as a GET, with its fields as the query', async () => {
  answer = () => Promise.resolve(new Response(done));
  await call('download-file', { url: '/files/a b.png' });
  assert.deepEqual(sent, ['/api/download-file?url=%2Ffiles%2Fa+b.png', 'GET']);
  await call('fetch-user', {});
  assert.deepEqual(sent, ['/api/fetch-user', 'POST']);
});

describe('the key of a press', () => {
  const kit = { client_id: '1' };
  const broken = () => Promise.reject(new TypeError('Failed to fetch'));
  const answered = () => Promise.resolve(new Response(done));
  beforeEach(() => {
    keys = [];
    answer = answered;
  });

  test('every call that changes something has a key of its own, and one that shows something has none', async () => {
    await call('delete-kit', kit);
    await call('delete-kit', kit);
    await call('fetch-user', {});
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/);
    assert.match(keys[1] ?? '', /^[0-9a-f]{32}$/);
    assert.notEqual(keys[0], keys[1]);
    assert.equal(keys[2], null);
  });

  test('a call whose answer was lost keeps its key until it is answered, unless its input differs', async () => {
    answer = broken;
    await assert.rejects(call('delete-kit', kit), { status: 0 });
    await assert.rejects(call('delete-kit', { client_id: '2' }), { status: 0 });
    answer = answered;
    await call('delete-kit', kit);
    await call('delete-kit', kit);
    const [first, other, again, next] = keys;
    assert.equal(again, first);
    assert.equal(new Set([first, other, next]).size, 3);
  });

  test('a refused call gets another key the next time', async () => {
    answer = () => Promise.resolve(new Response('{"status":false,"message":"No"}', { status: 422 }));
    await assert.rejects(call('delete-kit', kit), { status: 422 });
    await assert.rejects(call('delete-kit', kit), { status: 422 });
    assert.notEqual(keys[0], keys[1]);
  });

  test('an upload whose answer was lost keeps its key', async () => {
    const uploading = async () => {
      const calling = call('stream', into, { file });
      underWay().onerror();
      await assert.rejects(calling, { status: 0 });
      return underWay().key;
    };
    const first = await uploading();
    assert.match(first, /^[0-9a-f]{32}$/);
    assert.equal(await uploading(), first);
  });
});

describe('a call that takes long', () => {
  const running = '{"status":false,"message":"Running","errors":{"idempotency_key":"in_progress"}}';
  beforeEach(() => {
    keys = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => void vi.useRealTimers());

  test('a call without an answer ends after its deadline', async () => {
    answer = hanging;
    const failed = assert.rejects(call('delete-kit', { client_id: '3' }), { status: 0 });
    await vi.advanceTimersByTimeAsync(deadlineMs - 1);
    assert.equal(keys.length, 1);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  });

  test('an upload ends when nothing has moved for the deadline', async () => {
    let isOver = false;
    const failed = assert.rejects(call('stream', into, { file }), { status: 0 }).then(() => (isOver = true));
    for (const loaded of [1, 2]) {
      await vi.advanceTimersByTimeAsync(deadlineMs - 1);
      underWay().upload.onprogress?.({ loaded, total: 2 });
    }
    await vi.advanceTimersByTimeAsync(deadlineMs - 1);
    assert.equal(isOver, false);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  });

  const badGateway = () => new Response('<h1>Bad Gateway</h1>', { status: 502 });
  for (const [name, input, presses] of [
    ['delete-kit', { client_id: '5' }, 2],
    ['fetch-space', {}, 1],
  ] as const)
    test(`a proxy's page in place of the server is a lost answer of ${name}, after ${presses} requests`, async () => {
      answer = () => Promise.resolve(badGateway());
      const failed = assert.rejects(call(name, input), { status: 0 });
      await vi.advanceTimersByTimeAsync(5000);
      await failed;
      assert.deepEqual([keys.length, new Set(keys).size], [presses, 1]);
    });

  test('a press whose server died is sent once more with its key', async () => {
    const answers = [badGateway(), new Response(done)];
    answer = () => Promise.resolve(answers.shift() ?? new Response(done));
    const calling = call('delete-kit', { client_id: '6' });
    await vi.advanceTimersByTimeAsync(1000);
    assert.equal((await calling).message, 'Done');
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1]);
  });

  test('a press whose earlier request still runs is sent again with its key until it is answered', async () => {
    const answers = [running, running, done];
    answer = () => {
      const text = answers.shift() ?? done;
      const headers = { 'retry-after': '1' };
      return Promise.resolve(text === running ? new Response(text, { status: 409, headers }) : new Response(text));
    };
    const calling = call('delete-kit', { client_id: '4' });
    await vi.advanceTimersByTimeAsync(2000);
    assert.equal((await calling).message, 'Done');
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
  });
});
