/** Files in a bucket are protected from everybody who is not entitled to them, and a failing bucket is handled. */
import assert from 'node:assert/strict';
import { until } from '#db/testing-until.ts';
import { existsSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { beforeEach, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { exportData } from '../account-data/export-data.job.ts';
import { tidyAccountData } from '../account-data/tidy-account-data.job.ts';
import { removeFiles } from '../../base/files/remove-files.job.ts';
import { numbered } from '../../base/media/testing-pictures.ts';
import { aPicture, aStream } from '../../content/streams/testing.ts';
import { noFile } from '../health/index.ts';
import { aBucket, type TestBucket } from './bucket.ts';
import { anotherAgency, aServer, type TestPerson } from './server.ts';

const clock = { now: new Date('2026-06-01T08:00:00Z') };
const bucket = await aBucket();
const png = numbered(await aPicture('png'), 0);
let pictureCount = 0;
const server = await aServer({
  config: { s3: bucket.settings, uploadQuotaBytes: 40 * png.length },
  clock: () => clock.now,
});
const pictures = await aStream(server, 'image', 'Pictures');
const context = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };

beforeEach(() => {
  bucket.failing = () => undefined;
  bucket.objects.clear();
  bucket.requests.length = 0;
});

/** A different picture each time, because the same bytes are stored once. */
const another = (): Buffer => numbered(png, (pictureCount += 1));
const upload = (as: TestPerson = server.owner, streamId = pictures.id, bytes = another()) =>
  server.upload('stream', { content_stream_id: streamId }, { field: 'stream', name: 'photo.png', bytes }, { as });

async function uploaded(bytes = another()): Promise<{ id: string; address: string; thumbnail: string }> {
  const reply = await upload(server.owner, pictures.id, bytes);
  assert.ok(reply.status, reply.message);
  return { id: reply.data.id, address: reply.data.stream ?? '', thumbnail: reply.data.thumbnail ?? '' };
}

/** The temporary files on this machine's disk. */
function filesOnDisk(): string[] {
  const { dataDir } = server.services.config;
  return ['tmp', 'files']
    .map((dir) => join(dataDir, dir))
    .filter((dir) => existsSync(dir))
    .flatMap((dir) => readdirSync(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** What was asked of the bucket, without the question whether it answers again after an outage. */
const asked = (): string[] => bucket.requests.filter((request) => request !== `GET /reel/${noFile}`);

const pathOf = (address: string): string => address.replace('/files/', '/reel/');

test('an upload is stored in the bucket under generated names, byte by byte, and not on this machine', async () => {
  const { address, thumbnail } = await uploaded(png);
  assert.deepEqual([...bucket.objects.keys()].toSorted(), [pathOf(address), pathOf(thumbnail)].toSorted());
  assert.ok(bucket.objects.get(pathOf(address))?.equals(png));
  assert.deepEqual(filesOnDisk(), []);
});

test('another agency cannot add to, see or remove a stored file', async () => {
  const { id } = await uploaded();
  const as = { as: await anotherAgency(server.db) };
  bucket.requests.length = 0;
  assert.equal((await upload(as.as)).code, 404);
  assert.equal((await server.call('fetch-stream', { id: pictures.id }, as)).code, 404);
  assert.equal((await server.call('delete-stream-file', { id }, as)).code, 404);
  assert.deepEqual([asked(), bucket.objects.size], [[], 2]);
});

test('a removed file is gone from the bucket, and from its address', async () => {
  const { id, address } = await uploaded();
  await server.ask('delete-stream-file', { id });
  for (const days of [0, 31]) {
    clock.now = new Date(clock.now.getTime() + days * 86_400_000);
    await removeFiles(server.services)({}, context);
  }
  assert.equal((await server.send(address)).status, 404);
  assert.equal(bucket.objects.size, 0);
});

type Failing = TestBucket['failing'];
const whileStoring =
  (failure: ReturnType<Failing>, ending = ''): Failing =>
  (method, path) =>
    method === 'PUT' && path.endsWith(ending) ? failure : undefined;

const failures: readonly [title: string, failing: Failing, code: number, message: string][] = [
  ['without free space', whileStoring({ status: 507 }), 507, messages.noRoom],
  [
    'with space for the picture but not for its thumbnail',
    whileStoring({ status: 507 }, '.webp'),
    507,
    messages.noRoom,
  ],
  ['that fails', whileStoring({ status: 500 }), 500, messages.internalError],
  ['that no longer accepts our key', () => ({ status: 403 }), 500, messages.internalError],
  ['that breaks off while it stores', whileStoring({ cutAfterBytes: 0 }), 500, messages.internalError],
];
for (const [title, failing, code, message] of failures) {
  test(`an upload to a bucket ${title} is answered with a message and leaves no file`, async () => {
    const { items } = await server.ask('fetch-stream', { id: pictures.id });
    bucket.failing = failing;
    const reply = await upload();
    assert.deepEqual([reply.code, reply.message], [code, message]);
    bucket.failing = () => undefined;
    assert.deepEqual([[...bucket.objects.keys()], filesOnDisk()], [[], []]);
    assert.deepEqual((await server.ask('fetch-stream', { id: pictures.id })).items, items);
  });
}

test('a file that the bucket cuts off is a broken download, not a short file that browsers cache', async () => {
  const { address } = await uploaded();
  bucket.failing = () => ({ cutAfterBytes: 100 });
  await assert.rejects(server.send(address).then((reply) => reply.arrayBuffer()));
});

test('a file that the bucket cannot deliver now is not reported as missing', async () => {
  const { address } = await uploaded();
  for (const status of [403, 500, 503]) {
    bucket.failing = () => ({ status });
    const reply = await server.send(address);
    const { headers } = reply;
    assert.deepEqual(
      [reply.status, headers.get('cache-control'), headers.get('etag')],
      [500, null, null],
      String(status),
    );
  }
});

test('a reader who aborts a download ends the bucket’s answer too', async () => {
  const { address } = await uploaded();
  bucket.failing = () => ({ stallAfterBytes: 100 });
  await new Promise<void>((resolve, reject) => {
    const asked = get(server.url + address, (reply) => {
      reply.once('data', () => {
        asked.destroy();
      });
      reply.once('close', () => {
        resolve();
      });
      reply.on('error', () => {
        /* this side has disconnected */
      });
    });
    asked.once('error', reject);
  });
  await until(() => bucket.answering() === 0);
});

test('a download of all data is read from the bucket only with its ticket', async () => {
  const { address } = await uploaded();
  const { id } = await server.ask('download-user-data', {});
  await exportData(server.services)({ exportId: id }, context);
  const { url } = await server.ask('download-data-export', { id });
  const [object = ''] = [...bucket.objects.keys()].filter((path) => path.startsWith('/reel/export-'));
  bucket.requests.length = 0;
  const whole = Buffer.from(await (await server.send(url)).arrayBuffer());
  assert.ok(bucket.objects.get(object)?.equals(whole));
  assert.ok(whole.includes(address.replace('/files/', '')), 'the picture is in it');
  const part = await server.send(url, { headers: { range: 'bytes=0-3' } });
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer()).toString('latin1')], [206, 'PK\u0003\u0004']);

  bucket.requests.length = 0;
  const later = await server.ask('download-data-export', { id });
  const ticket = later.url.split('/').at(-1) ?? '';
  const tickets = ['nonsense', object.slice('/reel/'.length), `${ticket}x`, `${ticket}%2f..%2f${ticket}`];
  for (const each of [url, object.replace('/reel/', '/files/'), ...tickets.map((one) => `/exports/${one}`)])
    assert.equal((await server.send(each)).status, 404, each);
  clock.now = new Date(clock.now.getTime() + 11 * 60_000);
  assert.equal((await server.send(later.url)).status, 404, 'ten minutes later');
  assert.deepEqual(asked(), []);

  clock.now = new Date(clock.now.getTime() + 7 * 86_400_000);
  await tidyAccountData(server.services)({}, context);
  assert.equal(bucket.objects.has(object), false);
});

test('uploads beyond the quota never reach the bucket, even many at once', async () => {
  const other = await anotherAgency(server.db);
  const [stream] = await server.ask(
    'content-stream',
    { type: 'image', title: 'Theirs', description: 'Theirs' },
    { as: other },
  );
  await server.db.pool.query(
    `with filler as (
       insert into files (agency_id, name, kind, content_type, size_bytes, sha256)
       values ($1, 'filler.png', 'image', 'image/png', $2, '')
       returning id
     )
     insert into items (agency_id, stream_id, sequence, title, file_id) select $1, $3, 1, '', id from filler`,
    [other.agencyId, Math.floor(38.5 * png.length), stream?.id],
  );
  const codes = (await Promise.all([1, 2, 3, 4].map(() => upload(other, stream?.id)))).map(({ code }) => code);
  assert.deepEqual([codes.filter((code) => code === 200).length, codes.filter((code) => code === 413).length], [1, 3]);
  assert.equal(bucket.objects.size, 2);
});

test('no line of the log holds a key of the bucket, a signature or an object’s name', async () => {
  const { address } = await uploaded();
  for (const failing of [() => ({ status: 403 }), () => ({ cutAfterBytes: 1 })]) {
    bucket.failing = failing;
    await upload();
    await server
      .send(address)
      .then((reply) => reply.arrayBuffer())
      .catch(() => {
        /* broken off */
      });
  }
  const { secretAccessKey, endpoint } = bucket.settings;
  const secrets = [secretAccessKey, endpoint, 'AWS4-HMAC', 'Signature=', address.replace('/files/', '')];
  assert.deepEqual(
    server.log.filter((line) => secrets.some((secret) => line.includes(secret))),
    [],
  );
  assert.ok(server.log.some((line) => line.includes('"level":50')));
});
