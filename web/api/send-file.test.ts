import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';

type Upload = { id: string; file_name: string; file_type: string | null; sha256: string; pieces: number[] };

type Server = {
  uploads: Upload[];
  /** The calls received, in order; a piece by its number. */
  calls: string[];
  /** The piece during which the connection breaks once. */
  breaksAt: number | null;
  /** What happens before a file's call is answered. */
  onFile: (call: string) => unknown;
};
const untouched = (): Server => ({ uploads: [], calls: [], breaksAt: null, onFile: () => undefined });
const server = untouched();

type Fields = Readonly<Record<string, unknown>>;

function answerTo(name: string, fields: Fields): unknown {
  const found = server.uploads.find(({ id }) => id === fields['id']);
  switch (name) {
    case 'fetch-uploads':
      return { uploads: server.uploads };
    case 'begin-upload': {
      const begun = {
        id: String(server.uploads.length + 1),
        file_name: String(fields['file_name']),
        file_type: typeof fields['file_type'] === 'string' ? fields['file_type'] : null,
        sha256: String(fields['sha256']),
        pieces: [],
      };
      server.uploads.push(begun);
      return begun;
    }
    case 'upload-piece':
      found?.pieces.push(Number(fields['number']));
      return found;
    case 'finish-upload':
      return { item: { id: '5' }, file: null };
    default:
      return { id: '6' };
  }
}

const envelope = (data: unknown): string => JSON.stringify({ status: true, message: '', data });

/** An XMLHttpRequest whose file arrives at once, unless the connection breaks or the request is aborted. */
class Request {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload: () => void = () => {};
  onerror: () => void = () => {};
  onabort: () => void = () => {};
  status = 200;
  responseText = '';
  #name = '';
  #isAborted = false;
  open(_method: string, address: string): void {
    this.#name = address.replace('/api/', '');
  }
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  abort(): void {
    this.#isAborted = true;
    this.onabort();
  }
  send(form: FormData): void {
    const fields = Object.fromEntries(form);
    const number = this.#name === 'upload-piece' ? Number(fields['number']) : null;
    const name = number === null ? this.#name : `piece ${number}`;
    server.calls.push(name);
    void Promise.resolve(server.onFile(name)).then(() => {
      if (this.#isAborted) return;
      if (number !== null && number === server.breaksAt) {
        server.breaksAt = null;
        this.onerror();
        return;
      }
      this.upload.onprogress?.({ loaded: 1, total: 1 });
      this.responseText = envelope(answerTo(this.#name, fields));
      this.onload();
    });
  }
}

Object.assign(globalThis, {
  XMLHttpRequest: Request,
  fetch: (address: string, { body }: { body?: string } = {}) => {
    if (address === '/healthz') return Promise.resolve(new Response(''));
    const name = address.replace('/api/', '');
    server.calls.push(name);
    const fields: unknown = JSON.parse(body ?? '{}');
    const named = typeof fields === 'object' && fields !== null ? { ...fields } : {};
    return Promise.resolve(new Response(envelope(answerTo(name, named))));
  },
});
Object.defineProperty(globalThis, 'isSecureContext', { value: true, writable: true });
const { givenUp, sendFile, takenUploads } = await import('./send-file.ts');

const large = (fill = 1): File => new File([new Uint8Array(9_000_000).fill(fill)], 'Bakery tour.mp4');
const stream = { content_stream_id: '1', sequence: 3 };

/** Sends a file; returns the fractions of its progress. */
async function progressOf(file: File, options: { waits?: boolean; signal?: AbortSignal } = {}): Promise<number[]> {
  const shares: number[] = [];
  await sendFile(file, stream, {
    signal: new AbortController().signal,
    onProgress: (share) => shares.push(Math.round(share * 100) / 100),
    ...options,
  });
  return shares;
}

beforeEach(() => {
  Object.assign(server, untouched());
  Object.assign(globalThis, { isSecureContext: true });
});

describe('small files', () => {
  test('a file of up to 4 MB is sent with one call', async () => {
    await progressOf(new File(['bytes'], 'photo.png'));
    assert.deepEqual(server.calls, ['stream']);
  });

  test('a file for the library is sent by a call of its own', async () => {
    const { file } = await sendFile(
      new File(['bytes'], 'photo.png'),
      { file_type: 'image' },
      { signal: new AbortController().signal, onProgress: () => {} },
    );
    assert.deepEqual([server.calls, file?.id], [['upload-file'], '6']);
  });
});

describe('large files', () => {
  const pieces = ['piece 0', 'piece 1', 'piece 2'];
  const whole = ['fetch-uploads', 'begin-upload', ...pieces, 'finish-upload'];

  test('a large file is sent in pieces, with the progress of the whole file', async () => {
    assert.deepEqual(await progressOf(large()), [0.44, 0.89, 0.99, 1]);
    assert.deepEqual(server.calls, whole);
  });

  test('a large file is sent with one call from an insecure page, which cannot make checksums', async () => {
    Object.assign(globalThis, { isSecureContext: false });
    await progressOf(large());
    assert.deepEqual(server.calls, ['stream']);
  });

  test('a large file resumes where an earlier try of the same bytes stopped', async () => {
    await progressOf(large());
    Object.assign(server, { calls: [] });
    server.uploads[0]?.pieces.splice(0, 3, 0, 2);
    assert.deepEqual(await progressOf(large()), [0.99, 1]);
    assert.deepEqual(server.calls, ['fetch-uploads', 'piece 1', 'finish-upload']);
  });

  test('a large file starts over if the earlier try had other bytes under the same name', async () => {
    await progressOf(large());
    Object.assign(server, { calls: [] });
    await progressOf(large(2));
    assert.deepEqual(server.calls, whole);
  });

  test('an upload that waits resumes when the connection is back, and sends no piece twice', async () => {
    server.breaksAt = 1;
    await progressOf(large(), { waits: true });
    const again = ['fetch-uploads', 'piece 1', 'piece 2', 'finish-upload'];
    assert.deepEqual(server.calls, ['fetch-uploads', 'begin-upload', 'piece 0', 'piece 1', ...again]);
  });

  test('an upload that does not wait fails with the broken connection', async () => {
    server.breaksAt = 1;
    await assert.rejects(progressOf(large()), { status: 0 });
    assert.deepEqual(server.calls, ['fetch-uploads', 'begin-upload', 'piece 0', 'piece 1']);
  });

  for (const [why, reason, isDropped] of [
    ['is cancelled', givenUp, true],
    ['ends because its page was left', 'left', false],
  ] as const) {
    test(`an upload that ${why} ${isDropped ? 'has its pieces deleted' : 'keeps its pieces'}`, async () => {
      const leaving = new AbortController();
      server.onFile = (name) => {
        if (name === 'piece 1') leaving.abort(reason);
      };
      await assert.rejects(progressOf(large(), { waits: true, signal: leaving.signal }), (error) => error === reason);
      assert.equal(server.calls.includes('drop-upload'), isDropped);
    });
  }

  test('an upload is in progress from its first piece to its end, and no second upload resumes it', async () => {
    const underWay: string[][] = [];
    server.onFile = () => {
      underWay.push([...takenUploads()]);
      // The second upload sends everything while the first piece of the first one is under way.
      return underWay.length === 1 ? progressOf(large()) : undefined;
    };
    await progressOf(large());
    assert.deepEqual(underWay, [['1'], ...pieces.map(() => ['1', '2']), ['1'], ['1']]);
    assert.equal(server.calls.filter((name) => name === 'begin-upload').length, 2);
    assert.deepEqual([...takenUploads()], []);
  });
});
