/** A bucket by the S3 protocol, addressed by path (`<endpoint>/<bucket>/<key>`) and signed with SigV4. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { z } from 'zod';
import { XMLParser } from 'fast-xml-parser';
import { NoRoom } from './room.ts';
import type { Body } from './storage.ts';

/** Where a bucket is, and the key that opens it. */
export type BucketSettings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** An object of a list; `versionId` only where versions are listed. */
export type Listed = { key: string; sizeBytes: number; versionId?: string };

/** The requests to a bucket. The keys must be safe in an address: the callers check them. */
export type Bucket = {
  /** Bodies are streamed unhashed (UNSIGNED-PAYLOAD) with their length, so none has to fit in memory. */
  put(key: string, body: Body, meta: { contentType: string; sizeBytes: number }): Promise<void>;
  open(key: string, range?: { start: number; end?: number }): Promise<{ body: Readable; sizeBytes: number } | null>;
  delete(key: string): Promise<void>;
  /** The size of an object in bytes; null if there is none. */
  sizeOf(key: string): Promise<number | null>;
  /** When an object was last stored, by the bucket's clock in whole seconds; null if there is none. */
  storedAt(key: string): Promise<Date | null>;
  list(prefix: string): AsyncGenerator<Listed>;
  /** The newest version of each object that exists or was deleted at `since` or later. */
  listVersions(prefix: string, since: Date): AsyncGenerator<Listed>;
  keepsVersions(): Promise<boolean>;
  /** Makes a version the current one again, by a copy within the bucket. */
  bringBack(key: string, versionId: string): Promise<void>;
};

const readableOf = (body: Readable | { path: string }): Readable =>
  body instanceof Readable ? body : createReadStream(body.path);

const xml = new XMLParser({
  parseTagValue: false,
  isArray: (name) => ['Contents', 'Version', 'DeleteMarker'].includes(name),
});
const entry = z.object({ Key: z.string(), Size: z.coerce.number(), VersionId: z.string().optional() });
const marker = z.object({ Key: z.string(), IsLatest: z.string(), LastModified: z.coerce.date() });
/** An element without content is read as ''. */
const element = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => (value === '' ? {} : value), z.object(shape));
const listing = z.object({
  ListBucketResult: element({
    Contents: z.array(entry).default([]),
    NextContinuationToken: z.string().optional(),
  }),
});
const versions = z.object({
  ListVersionsResult: element({
    Version: z.array(entry).default([]),
    DeleteMarker: z.array(marker).default([]),
    NextKeyMarker: z.string().optional(),
    NextVersionIdMarker: z.string().optional(),
  }),
});
const versioning = z.object({ VersioningConfiguration: element({ Status: z.string().optional() }) });

/** Opens a bucket; no request is made before the first use. */
export function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketSettings): Bucket {
  // The product retries in one layer, and that is not the HTTP client.
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const root = `${endpoint}/${bucket}`;
  const ask = async (query: Record<string, string>): Promise<unknown> => {
    const response = await aws.fetch(`${root}?${new URLSearchParams(query).toString()}`);
    if (!response.ok) await refuse(response, 'list');
    const parsed: unknown = xml.parse(await response.text());
    return parsed;
  };
  return {
    async put(key, body, { contentType, sizeBytes }) {
      // NOTE The signature covers only the headers: signing the body would hash it, which would read the whole stream.
      const signed = await aws.sign(`${root}/${key}`, {
        method: 'PUT',
        headers: {
          'content-type': contentType,
          'content-length': String(sizeBytes),
          'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        },
      });
      const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : Readable.toWeb(readableOf(body));
      const response = await fetch(signed.url, { method: 'PUT', headers: signed.headers, body: bytes, duplex: 'half' });
      if (!response.ok) await refuse(response, 'store');
      await response.body?.cancel();
    },
    async open(key, range) {
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` };
      const response = await aws.fetch(`${root}/${key}`, { headers });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok || response.body === null) return refuse(response, 'open');
      const whole =
        /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? response.headers.get('content-length');
      return { body: Readable.fromWeb(response.body), sizeBytes: Number(whole) };
    },
    async delete(key) {
      const response = await aws.fetch(`${root}/${key}`, { method: 'DELETE' });
      if (!response.ok && response.status !== 404) await refuse(response, 'delete');
      await response.body?.cancel();
    },
    async sizeOf(key) {
      const response = await aws.fetch(`${root}/${key}`, { method: 'HEAD' });
      if (response.status === 404) return null;
      if (!response.ok) return refuse(response, 'open');
      return Number(response.headers.get('content-length'));
    },
    async storedAt(key) {
      const response = await aws.fetch(`${root}/${key}`, { method: 'HEAD' });
      if (response.status === 404) return null;
      if (!response.ok) return refuse(response, 'open');
      return new Date(response.headers.get('last-modified') ?? 0);
    },
    async *list(prefix) {
      for (let token: string | undefined = ''; token !== undefined;) {
        const page: z.output<typeof listing> = listing.parse(
          await ask({ 'list-type': '2', prefix, ...(token === '' ? {} : { 'continuation-token': token }) }),
        );
        for (const { Key: key, Size: sizeBytes } of page.ListBucketResult.Contents) yield { key, sizeBytes };
        token = page.ListBucketResult.NextContinuationToken;
      }
    },
    async *listVersions(prefix, since) {
      const deleted = new Map<string, Date>();
      let last: string | undefined;
      for (let from: Record<string, string> | null = {}; from !== null;) {
        const asked: unknown = await ask({ versions: '', prefix, ...from });
        const { ListVersionsResult: page } = versions.parse(asked);
        for (const { Key: key, IsLatest: isLatest, LastModified: at } of page.DeleteMarker)
          if (isLatest === 'true') deleted.set(key, at);
        // The versions of a key follow each other, the newest first.
        for (const { Key: key, Size: sizeBytes, VersionId: versionId } of page.Version) {
          if (key === last) continue;
          last = key;
          const at = deleted.get(key);
          if (versionId !== undefined && (at === undefined || at >= since)) yield { key, sizeBytes, versionId };
        }
        from =
          page.NextKeyMarker === undefined
            ? null
            : { 'key-marker': page.NextKeyMarker, 'version-id-marker': page.NextVersionIdMarker ?? '' };
      }
    },
    async keepsVersions() {
      const { VersioningConfiguration: found } = versioning.parse(await ask({ versioning: '' }));
      return found.Status === 'Enabled';
    },
    async bringBack(key, versionId) {
      const source = `/${bucket}/${key}?versionId=${encodeURIComponent(versionId)}`;
      const response = await aws.fetch(`${root}/${key}`, { method: 'PUT', headers: { 'x-amz-copy-source': source } });
      if (!response.ok) await refuse(response, 'restore');
      await response.body?.cancel();
    },
  };
}

async function refuse(response: Response, what: string): Promise<never> {
  await response.body?.cancel();
  // MinIO's answer when its disk is full, "XMinioStorageFull". Source: github.com/minio/minio/issues/6795, read
  // 2026-11-22.
  if (response.status === 507) throw new NoRoom('the bucket has no room');
  throw new Error(`the bucket refused to ${what} a file: ${response.status}`);
}
