import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { cut, json, raw, send, type Reply } from '../http/reply.ts';
import { vendors } from './answers.ts';
import type { Asked, Vendor } from './vendor.ts';

/** The fault of every request from now on; null for none. */
export type SourceFault = 'quota' | 'error' | 'slow' | 'broken' | 'odd' | 'half' | 'cut';

/** Simulates the sources. `matching` is the number of results of every keyword; the keyword `nothing` has none. */
export type SourcesSandbox = {
  url: URL;
  /** Paths with queries, in order of arrival. */
  requests: string[];
  fail(fault: SourceFault | null): void;
  /**
   * The work with this id is not offered from now on: '7', or 'photos/7' where a vendor counts its kinds separately.
   */
  withdraw(id: string): void;
  close(): Promise<void>;
};

/** How long a slow answer takes: longer than any caller waits. */
const slowMs = 60_000;

/**
 * A file that never arrives correctly: silent after its first bytes, endless, with a stated length of 4 GB that never
 * comes, truncated in the middle, or not answered at all.
 */
export type FileFault = 'silent' | 'endless' | 'long' | 'half' | 'cut';

/** The bytes of a file by its extension, like 'jpg' or 'mp4', or its fault. */
export type SourceFiles = Readonly<Record<string, Buffer | FileFault>>;

/**
 * Starts all vendors on one local port, each under its own prefix. With `files` the vendors' files are served too,
 * below `/files/`: each answers with the bytes of its extension.
 */
export async function startSources({
  matching,
  files,
}: {
  matching: number;
  files?: SourceFiles;
}): Promise<SourcesSandbox> {
  let fault: SourceFault | null = null;
  const stop = new AbortController();
  const requests: string[] = [];
  const withdrawn = new Set<string>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(`${url.pathname}${url.search}`);
    const authorization = request.headers.authorization;
    const asked: Asked = {
      path: url.pathname,
      query: url.searchParams,
      headers: { authorization },
      origin: `http://${request.headers.host ?? ''}`,
      withdrawn,
    };
    const file = files !== undefined && asked.path.startsWith('/files/') ? fileAt(asked.path, files) : undefined;
    if (typeof file === 'string') return sendBroken(response, file);
    const reply =
      files !== undefined && asked.path.startsWith('/files/')
        ? fileOf(file, fault)
        : answerTo(asked, { fault, matching, signal: stop.signal }).then((answer) =>
            files === undefined ? answer : withFilesHere(answer, asked.origin),
          );
    Promise.resolve(reply).then(
      (reply) => send(response, reply, request.method ?? 'GET'),
      () => response.destroy(),
    );
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    requests,
    fail: (next) => {
      fault = next;
    },
    withdraw: (id) => {
      withdrawn.add(id);
    },
    close: () =>
      new Promise((done) => {
        stop.abort();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function answerTo(
  asked: Asked,
  { fault, matching, signal }: { fault: SourceFault | null; matching: number; signal: AbortSignal },
): Promise<Reply> {
  const vendor = Object.values(vendors).find(
    ({ paths, matches }) => paths.includes(asked.path) || matches?.(asked.path) === true,
  );
  if (!vendor) return json(404, { message: 'Not found' });
  if (fault === 'slow') await wait(slowMs, undefined, { signal });
  if (!vendor.isAllowed(asked)) return vendor.unauthorized();
  return spoil(vendor, vendor.answer(asked, vendor.keywordOf(asked) === 'nothing' ? 0 : matching), fault);
}

const vendorsFile = /https?:\/\/(?=[^"\s<]+\.(?:jpe?g|mp4|mp3|woff2)["<])/g;

/** An answer in which the addresses of files point to this server. */
function withFilesHere(reply: Reply, origin: string): Reply {
  return { ...reply, body: String(reply.body).replace(vendorsFile, `${origin}/files/`) };
}

const fileAt = (path: string, files: SourceFiles): Buffer | FileFault | undefined =>
  files[/\.(\w+)$/.exec(path)?.[1] ?? ''];

function fileOf(bytes: Buffer | undefined, fault: SourceFault | null): Reply {
  if (bytes === undefined || fault === 'error') return json(404, { message: 'Not found' });
  return raw(200, { type: 'application/octet-stream', body: bytes });
}

function spoil(vendor: Vendor, reply: Reply, fault: SourceFault | null): Reply {
  switch (fault) {
    case 'quota':
      return vendor.quota();
    case 'error':
      return raw(503, { type: 'text/html', body: '<h1>Service unavailable</h1>' });
    case 'broken':
      return { ...reply, body: reply.body.slice(0, 25) };
    case 'odd':
      return json(200, { hello: 'world' });
    case 'half':
      return { ...reply, ending: 'half' };
    case 'cut':
      return cut();
    case 'slow':
    case null:
      return reply;
    default:
      return fault satisfies never;
  }
}

/** The beginning of a JPEG. */
const begun = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1]);
const fourGigabytes = 4 * 1024 ** 3;

function sendBroken(response: ServerResponse, fault: FileFault): void {
  if (fault === 'cut') return void response.socket?.destroy();
  const length = { silent: 1_000_000, half: 1_000_000, long: fourGigabytes, endless: null }[fault];
  response.writeHead(200, {
    'content-type': 'image/jpeg',
    ...(length === null ? {} : { 'content-length': String(length) }),
  });
  if (fault === 'half') return void response.write(begun, () => response.socket?.destroy());
  if (fault === 'silent' || fault === 'long') return void response.write(begun);
  Readable.from(endless())
    .on('error', () => {})
    .pipe(response);
}

/** A picture without an end. */
function* endless(): Generator<Buffer> {
  yield begun;
  for (;;) yield Buffer.alloc(65_536, 7);
}
