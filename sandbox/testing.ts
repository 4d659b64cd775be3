import { crc32, deflateSync } from 'node:zlib';
import type { TestContext } from 'vitest';
import { isJson, parseJson, type Json } from './json.ts';
import { startSandbox, type Options, type Sandbox } from './start.ts';

/** A sandbox on free ports that ends with the test. */
export async function aSandbox(t: TestContext, options: Partial<Options> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, ...options });
  t.onTestFinished(() => sandbox.stop());
  return sandbox;
}

/** The keys that the tests use; README.md lists all of them. */
export const keys = {
  sunrise: '7100000001:AAsunriseBakerySandboxKey0000000001',
  harbor: '7100000002:AAharborCoffeeSandboxKey00000000002',
  maple: '7100000003:AAmapleStudioSandboxKey000000000003',
  revoked: '7100000004:AAoldRevokedSandboxKey0000000000004',
  medium: '2f6a0c9d41b84e7793d5e0aa11c7b5f08d3e6f4a92b1c0d7e8f5a6b3c4d2e1f09',
  editor: basic('editor', 'abcd efgh ijkl mnop qrst uvwx'),
  author: basic('author', 'auth orau thor auth orau thor'),
  contributor: basic('contributor', 'cont ribu torc ontr ibut orab'),
  penny: basic('penny', 'plai npla inpl ainp lain plai'),
};

/** A Basic `Authorization` header. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/**
 * Makes a request and reads JSON: the status, the headers and the parsed body ({} if it is not an object; `list` if it
 * is a list).
 */
export async function ask(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; body: Json; list: unknown[]; text: string }> {
  const response = await fetch(url, init);
  const text = await response.text();
  const value = parseJson(text);
  return {
    status: response.status,
    headers: response.headers,
    body: isJson(value) ? value : {},
    list: Array.isArray(value) ? value : [],
    text,
  };
}

/** A POST of JSON. */
export function posted(value: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** A grey PNG of that many pixels. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = deflateSync(
    Buffer.alloc((width + 1) * height, 0x80).map((byte, index) => (index % (width + 1) === 0 ? 0 : byte)),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** The head of an mp4, enough for its detection: ftyp, a 3-second mvhd and a 640x360 track. */
export function mp4(): Buffer {
  const movie = Buffer.alloc(32);
  movie.write('mvhd', 4);
  movie.writeUInt32BE(1000, 20);
  movie.writeUInt32BE(3000, 24);
  const track = Buffer.alloc(96);
  track.write('tkhd', 4);
  track.writeUInt32BE(640 * 65536, 84);
  track.writeUInt32BE(360 * 65536, 88);
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), movie, track]);
}
