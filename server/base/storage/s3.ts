import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../settings/config.ts';
import { NoRoom } from './room.ts';
import { isSafeName, StorageAway, type Storage } from './storage.ts';

const readableOf = (body: Readable | { path: string }): Readable =>
  body instanceof Readable ? body : createReadStream(body.path);

/** The bucket's response; a connection that fails is our storage's fault. */
async function answered(request: Promise<Response>): Promise<Response> {
  try {
    return await request;
  } catch (error) {
    throw new StorageAway('our storage: the bucket does not answer', { cause: error });
  }
}

type Bucket = NonNullable<Config['s3']>;

/**
 * Storage in an S3-compatible bucket, addressed by path (`<endpoint>/<bucket>/<name>`), signed with SigV4. Bodies are
 * streamed unhashed (UNSIGNED-PAYLOAD) with their length, so an upload never has to fit in memory.
 */
export function openS3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: Bucket): Storage {
  // The product retries in one layer, and that is not the HTTP client.
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const addressOf = (name: string): string => {
    if (!isSafeName(name)) throw new Error('a stored file has an unusable name');
    return `${endpoint}/${bucket}/${name}`;
  };
  const refuse = async (response: Response, what: string): Promise<never> => {
    await response.body?.cancel();
    // MinIO's answer when its disk is full, "XMinioStorageFull". Source: github.com/minio/minio/issues/6795, read
    // 2026-11-22.
    if (response.status === 507) throw new NoRoom('the bucket has no room');
    throw new StorageAway(`our storage: the bucket refused to ${what} a file: ${response.status}`);
  };
  return {
    async put(name, body, { contentType, sizeBytes }) {
      // NOTE The signature covers only the headers: signing the body would hash it, which would read the whole stream.
      const signed = await aws.sign(addressOf(name), {
        method: 'PUT',
        headers: {
          'content-type': contentType,
          'content-length': String(sizeBytes),
          'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        },
      });
      const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : Readable.toWeb(readableOf(body));
      const response = await answered(
        fetch(signed.url, { method: 'PUT', headers: signed.headers, body: bytes, duplex: 'half' }),
      );
      if (!response.ok) await refuse(response, 'store');
      await response.body?.cancel();
    },
    async open(name, range) {
      if (!isSafeName(name)) return null;
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` };
      const response = await answered(aws.fetch(addressOf(name), { headers }));
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok || response.body === null) return refuse(response, 'open');
      const whole =
        /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? response.headers.get('content-length');
      return { body: Readable.fromWeb(response.body), sizeBytes: Number(whole) };
    },
    async delete(name) {
      const response = await answered(aws.fetch(addressOf(name), { method: 'DELETE' }));
      if (!response.ok && response.status !== 404) await refuse(response, 'delete');
      await response.body?.cancel();
    },
  };
}
