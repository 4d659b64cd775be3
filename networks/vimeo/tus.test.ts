import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { openHttp } from '#outbound/request.ts';
import { listening } from '../testing-answers.ts';
import { aMedia } from '../testing.ts';
import { sendBytes } from './tus.ts';

const http = openHttp({ allowPrivateHosts: [] });
afterAll(() => http.close());

for (const { status, requests, bytes } of [
  { status: 204, requests: ['PATCH'], bytes: 'all' },
  { status: 500, requests: ['PATCH', 'HEAD'], bytes: 'none' },
])
  test(`the progress in an answer with status ${status} comes from ${requests.join(' and ')}`, async (t) => {
    const media = aMedia('video');
    const seen: string[] = [];
    const address = await listening(t, (request, response) => {
      request.resume().once('end', () => {
        seen.push(request.method ?? '');
        const isPatch = request.method === 'PATCH';
        response.writeHead(isPatch ? status : 200, { 'upload-offset': String(isPatch ? media.sizeBytes : 0) });
        response.end();
      });
    });
    const { signal } = new AbortController();
    const arrived = await sendBytes({ http, link: `${address}/upload`, media, from: 0, signal });
    assert.ok(arrived.kind === 'arrived', JSON.stringify(arrived));
    assert.deepEqual([seen, arrived.bytes], [requests, bytes === 'all' ? media.sizeBytes : 0]);
  });
