import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { fileBody, formBody, jsonBody, type Body } from './body.ts';
import { diskFile, fileBytes } from './files.ts';
import { multipartBody } from './multipart.ts';
import { aFile, anHttp, post, web } from './testing.ts';

const http = anHttp();
const dir = mkdtempSync(join(tmpdir(), 'agencyreel-outbound-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** Sends a body and returns what the server received. */
async function arrived(body: Body): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const chunks: Buffer[] = [];
  let headers: IncomingHttpHeaders = {};
  const { url } = await web((request, response) => {
    ({ headers } = request);
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => response.end());
  });
  assert.equal((await http.send(post(url, { body }))).kind, 'answered');
  return { headers, bytes: Buffer.concat(chunks) };
}

test('a form and a JSON value arrive unchanged, with their content types', async () => {
  const form = await arrived(formBody({ a: 'b & c', d: 'ü' }));
  assert.deepEqual(
    [form.headers['content-type'], form.bytes.toString()],
    ['application/x-www-form-urlencoded', 'a=b+%26+c&d=%C3%BC'],
  );
  const json = await arrived(jsonBody({ a: ['ü'] }));
  assert.deepEqual([json.headers['content-type'], json.bytes.toString()], ['application/json', '{"a":["ü"]}']);
});

test('a file on disk is streamed with its length, or in chunks without one', async () => {
  const path = join(dir, 'oven.mp4');
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
  writeFileSync(path, bytes);
  const file = await diskFile(path, { contentType: 'video/mp4' });
  assert.deepEqual([file.fileName, file.sizeBytes], ['oven.mp4', bytes.byteLength]);
  const whole = await arrived(fileBody(file));
  assert.deepEqual(
    [whole.headers['content-length'], whole.headers['transfer-encoding'], whole.bytes.equals(bytes)],
    ['200000', undefined, true],
  );
  const inChunks = await arrived({
    kind: 'readable',
    contentType: 'video/mp4',
    sizeBytes: null,
    chunks: () => fileBytes(file),
  });
  assert.deepEqual(
    [inChunks.headers['content-length'], inChunks.headers['transfer-encoding'], inChunks.bytes.equals(bytes)],
    [undefined, 'chunked', true],
  );
});

test('a form with files is streamed with its length and is parsed back unchanged', async () => {
  const first = Buffer.alloc(3_000_000, 7);
  const second = Buffer.from('\r\n--not the boundary');
  const body = multipartBody({
    fields: { caption: 'Grüße "x"' },
    files: [
      { field: 'video', file: aFile(first) },
      { field: 'a"b', file: { ...aFile(second), fileName: 'x"\r\ny.bin' } },
    ],
  });
  const { headers, bytes } = await arrived(body);
  assert.equal(headers['content-length'], String(bytes.byteLength));
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': body.contentType } }).formData();
  assert.equal(form.get('caption'), 'Grüße "x"');
  const [video, other] = [form.get('video'), form.get('a"b')];
  assert.ok(video instanceof Blob && other instanceof Blob);
  assert.deepEqual(
    [
      video.type,
      Buffer.from(await video.arrayBuffer()).equals(first),
      Buffer.from(await other.arrayBuffer()).equals(second),
    ],
    ['video/mp4', true, true],
  );
});

test('a file that is longer or shorter than stated cannot be read to its end', async () => {
  for (const lengthSaid of [20, 40]) {
    await assert.rejects(async () => {
      for await (const chunk of fileBytes(aFile(Buffer.alloc(30), { lengthSaid }))) assert.ok(chunk);
    }, /not as long as it should be/);
  }
});
