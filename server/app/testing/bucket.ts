/** A bucket for tests: a server on loopback that speaks S3, checks every signature and fails on demand. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { whenDone } from '#db/testing-ends.ts';
import type { Config } from '../../base/settings/config.ts';

/**
 * What a request gets instead of its answer: another status, or only this many bytes of it, then cut off or never
 * continued.
 */
type Failure = { status: number } | { cutAfterBytes: number } | { stallAfterBytes: number };

/** A version of an object; null for the marker of its deletion. */
type Version = { id: string; bytes: Buffer | null; at: Date };

/** A running bucket called `reel`. */
export type TestBucket = {
  settings: NonNullable<Config['s3']>;
  /** The stored objects by the path of their address: `/reel/<name>`. */
  objects: Map<string, Buffer>;
  /** When each was stored, by path. */
  storedAt: Map<string, Date>;
  /** How many objects a page of a list has. */
  listedAtOnce: number;
  /** Whether it keeps the versions of objects from now on. */
  keepsVersions: boolean;
  /** The kept versions by path, the newest first. */
  versions: Map<string, Version[]>;
  /** Every request so far: `GET /reel/<name>`. */
  requests: string[];
  /** The failure that a request of this method and path meets; none unless set. */
  failing: (method: string, path: string) => Failure | undefined;
  /** How many answers are in progress. */
  answering(): number;
};

const accessKeyId = 'access';

/** Starts a bucket that ends with the test or file that started it. */
export async function aBucket(): Promise<TestBucket> {
  const secret = randomBytes(20).toString('hex');
  let answering = 0;
  const server = createServer((request, answer) => {
    const path = request.url ?? '';
    bucket.requests.push(`${request.method} ${path}`);
    answering += 1;
    answer.once('close', () => {
      answering -= 1;
    });
    // A sender that disconnects gets no answer.
    answerTo(request, answer, { bucket, secret, failure: bucket.failing(request.method ?? '', path) }).catch(() => {
      answer.destroy();
    });
  });
  whenDone(
    () =>
      new Promise((closed) => {
        server.close(closed).closeAllConnections();
      }),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const bucket: TestBucket = {
    settings: { endpoint, bucket: 'reel', region: 'eu-west-1', accessKeyId, secretAccessKey: secret },
    objects: new Map(),
    storedAt: new Map(),
    listedAtOnce: 50,
    keepsVersions: false,
    versions: new Map(),
    requests: [],
    failing: () => undefined,
    answering: () => answering,
  };
  return bucket;
}

type Means = { bucket: TestBucket; secret: string; failure: Failure | undefined };

async function answerTo(request: IncomingMessage, answer: ServerResponse, means: Means): Promise<void> {
  const { bucket, secret, failure } = means;
  const { objects } = bucket;
  const url = new URL(request.url ?? '', 'http://x');
  const path = url.pathname;
  const body = await buffer(request);
  if (!isSigned(request, secret)) return void answer.writeHead(403).end('SignatureDoesNotMatch');
  if (failure !== undefined && 'status' in failure) return void answer.writeHead(failure.status).end('<Error/>');
  const keep = (bytes: Buffer | null): void => {
    if (!bucket.keepsVersions) return;
    const version = { id: randomBytes(8).toString('hex'), bytes, at: new Date() };
    bucket.versions.set(path, [version, ...(bucket.versions.get(path) ?? [])]);
  };
  if (request.method === 'GET' && path === '/reel') return void answer.end(listingOf(bucket, url.searchParams));
  const source = request.headers['x-amz-copy-source'];
  if (request.method === 'PUT' && typeof source === 'string') {
    const from = new URL(source, 'http://x');
    const found = bucket.versions.get(from.pathname)?.find(({ id }) => id === from.searchParams.get('versionId'));
    if (found === undefined || found.bytes === null) return void answer.writeHead(404).end('NoSuchVersion');
    objects.set(path, found.bytes);
    keep(found.bytes);
    return void answer.end('<CopyObjectResult/>');
  }
  if (request.method === 'PUT') {
    if (failure !== undefined) return void request.socket.destroy();
    if (request.headers['content-length'] !== String(body.length)) return void answer.writeHead(411).end();
    objects.set(path, body);
    bucket.storedAt.set(path, new Date());
    keep(body);
    return void answer.end();
  }
  if (request.method === 'DELETE') {
    keep(null);
    return void answer.writeHead(objects.delete(path) ? 204 : 404).end();
  }
  const held = objects.get(path);
  if (held === undefined) return void answer.writeHead(404).end('NoSuchKey');
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const part = start === undefined ? held : held.subarray(Number(start), end === '' ? undefined : Number(end) + 1);
  const storedAt = bucket.storedAt.get(path) ?? new Date(0);
  const length = { 'content-length': part.length, 'last-modified': storedAt.toUTCString() };
  if (start === undefined) answer.writeHead(200, length);
  else
    answer.writeHead(206, {
      ...length,
      'content-range': `bytes ${start}-${Number(start) + part.length - 1}/${held.length}`,
    });
  if (failure === undefined) return void answer.end(part);
  const sent = 'cutAfterBytes' in failure ? failure.cutAfterBytes : failure.stallAfterBytes;
  answer.write(part.subarray(0, sent), () => {
    if ('cutAfterBytes' in failure) answer.destroy();
  });
}

/**
 * The answers to ListObjectsV2, ListObjectVersions and GetBucketVersioning. Source: AWS, "Amazon S3 API Reference",
 * read 2026-11-27.
 */
function listingOf({ objects, versions, keepsVersions, listedAtOnce }: TestBucket, query: URLSearchParams): string {
  if (query.has('versioning'))
    return `<VersioningConfiguration>${keepsVersions ? '<Status>Enabled</Status>' : ''}</VersioningConfiguration>`;
  const prefix = query.get('prefix') ?? '';
  const keysOf = (paths: Iterable<string>): string[] =>
    [...paths]
      .map((path) => path.slice('/reel/'.length))
      .filter((key) => key.startsWith(prefix))
      .toSorted();
  if (query.has('versions')) {
    const after = query.get('key-marker') ?? '';
    const keys = keysOf(versions.keys()).filter((key) => key > after);
    const page = keys.slice(0, listedAtOnce);
    const entries = page.flatMap((key) =>
      (versions.get(`/reel/${key}`) ?? []).map(({ id, bytes, at }, index) => {
        const facts =
          `<Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>${String(index === 0)}</IsLatest>` +
          `<LastModified>${at.toISOString()}</LastModified>`;
        return bytes === null
          ? `<DeleteMarker>${facts}</DeleteMarker>`
          : `<Version>${facts}<Size>${bytes.length}</Size></Version>`;
      }),
    );
    const more = page.length < keys.length ? `<NextKeyMarker>${page.at(-1) ?? ''}</NextKeyMarker>` : '';
    return `<ListVersionsResult>${more}${entries.join('')}</ListVersionsResult>`;
  }
  const after = query.get('continuation-token') ?? '';
  const keys = keysOf(objects.keys()).filter((key) => key > after);
  const page = keys.slice(0, listedAtOnce);
  const entries = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(`/reel/${key}`)?.length ?? 0}</Size></Contents>`,
  );
  const more = page.length < keys.length ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
  return `<ListBucketResult>${more}${entries.join('')}</ListBucketResult>`;
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The query as it is signed: percent-encoded, sorted by name. */
const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map((pair) => pair.map((text) => encodeURIComponent(text).replaceAll(/[!'()*]/g, percentEncoded)).join('='))
    .toSorted()
    .join('&');
const percentEncoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * AWS Signature Version 4, recomputed from the request as it arrived. Source: AWS, "Create a signed AWS API request",
 * read 2026-11-21.
 */
function isSigned(request: IncomingMessage, secret: string): boolean {
  const [, access, day, region, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (access !== accessKeyId || day === undefined || region === undefined || signedHeaders === undefined) return false;
  const url = new URL(request.url ?? '', 'http://x');
  const names = signedHeaders.split(';');
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    request.headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
  const time = String(request.headers['x-amz-date']);
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, hash].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  return names.includes('host') && hmac(key, text).toString('hex') === signature;
}
