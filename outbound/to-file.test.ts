import assert from 'node:assert/strict';
import { until } from '#db/testing-until.ts';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, test } from 'vitest';
import { anHttp, get, nobody, raw, web } from './testing.ts';

const http = anHttp();
const dir = mkdtempSync(join(tmpdir(), 'agencyreel-outbound-'));
afterAll(() => rmSync(dir, { recursive: true }));
afterEach(() => {
  for (const name of readdirSync(dir)) rmSync(join(dir, name));
});
const path = join(dir, 'song.mp3');
const to = { trust: 'configured', path } as const;
const maxBytes = 30_000_000;
const song = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));

describe('an answer that is saved to a file', () => {
  const servers: Readonly<Record<string, RequestListener>> = {
    'with its length': (_request, response) => response.end(song),
    'in chunks': (_request, response) => {
      response.write(song.subarray(0, 100_000));
      response.end(song.subarray(100_000));
    },
    'compressed with gzip': (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(song)),
    'compressed with brotli': (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(song)),
  };
  for (const [how, answer] of Object.entries(servers)) {
    test(how, async () => {
      const reply = await http.toFile(get((await web(answer)).url, { maxBytes }), to);
      assert.ok(reply.kind === 'answered', JSON.stringify(reply));
      assert.deepEqual(reply.stored, { kind: 'file', sizeBytes: song.byteLength });
      assert.ok(readFileSync(path).equals(song));
    });
  }

  test('an answer of exactly the allowed size is saved', async () => {
    const { url } = await web((_request, response) => {
      response.write(song);
      response.end();
    });
    const reply = await http.toFile(get(url, { maxBytes: song.byteLength }), to);
    assert.equal(reply.kind, 'answered', JSON.stringify(reply));
  });
});

describe('an answer that leaves no file', () => {
  const cut = '127.0.0.1 sent a far too large answer';
  const unreadable = '127.0.0.1 sent an answer that cannot be read';
  const endless: RequestListener = (_request, response) => {
    const more = (): void => {
      if (!response.destroyed) response.write(Buffer.alloc(500_000), more);
    };
    more();
  };
  const cases: Readonly<Record<string, { answer: RequestListener; message: string }>> = {
    'of an answer without end': { answer: endless, message: cut },
    'of an answer whose head says that it is too large': {
      answer: (_request, response) => response.writeHead(200, { 'content-length': String(maxBytes + 1) }).write('x'),
      message: cut,
    },
    'of one that unpacks beyond the limit': {
      answer: (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(maxBytes + 1))),
      message: cut,
    },
    'of one that is not what it says': {
      answer: (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(song),
      message: unreadable,
    },
    'of half a compressed one': {
      answer: (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(song).subarray(0, 500)),
      message: unreadable,
    },
    'of one in a coding we do not know': {
      answer: (_request, response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end(song),
      message: unreadable,
    },
  };
  for (const [what, { answer, message }] of Object.entries(cases)) {
    test(what, async () => {
      assert.deepEqual(await http.toFile(get((await web(answer)).url, { maxBytes }), to), { kind: 'unknown', message });
      assert.equal(existsSync(path), false);
    });
  }

  test('an answer that breaks off or is aborted, and a missing one, leave no file', async () => {
    const half = await raw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\nhalf')),
    );
    assert.equal((await http.toFile(get(half), to)).kind, 'unknown');
    const stop = new AbortController();
    const { url } = await web((_request, response) => {
      response.write(song);
      void until(() => readdirSync(dir).length > 0).then(() => {
        stop.abort();
      });
    });
    assert.equal((await http.toFile(get(url, { signal: stop.signal }), to)).kind, 'unknown');
    assert.equal((await http.toFile(get(await nobody()), to)).kind, 'unreachable');
    assert.deepEqual(readdirSync(dir), []);
  });

  test('a refusal leaves no file, and its words are text', async () => {
    const { url } = await web((_request, response) => response.writeHead(403).end('{"error":"quota"}'));
    const reply = await http.toFile(get(url, { maxBytes: 3 }), to);
    assert.ok(reply.kind === 'answered');
    assert.deepEqual(
      [reply.status, reply.stored, existsSync(path)],
      [403, { kind: 'text', text: '{"error":"quota"}' }, false],
    );
  });
});

test('an existing file is neither overwritten nor removed', async () => {
  writeFileSync(path, 'mine');
  const { url } = await web((_request, response) => response.end(song));
  await assert.rejects(http.toFile(get(url), to), { code: 'EEXIST' });
  assert.equal(readFileSync(path, 'utf8'), 'mine');
});

test('a download is written as it arrives: of 131 MB, less than 60 are buffered at a time', async () => {
  const chunk = Buffer.alloc(65_536, 7);
  let sentBytes = 0;
  let mostOnTheWay = 0;
  const { url } = await web((_request, response) => {
    const more = (): void => {
      const written = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      mostOnTheWay = Math.max(mostOnTheWay, sentBytes - written);
      if (sentBytes === 2000 * chunk.length) return void response.end();
      sentBytes += chunk.length;
      response.write(chunk, more);
    };
    more();
  });
  const reply = await http.toFile(get(url, { maxBytes: 200_000_000 }), to);
  assert.ok(reply.kind === 'answered' && reply.stored.kind === 'file');
  assert.equal(reply.stored.sizeBytes, 2000 * chunk.length);
  assert.ok(mostOnTheWay < 60_000_000, `${Math.round(mostOnTheWay / 1e6)} MB`);
});
