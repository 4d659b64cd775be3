/** Requests that no well-behaved caller sends: the bytes are sent as they are. */
import { connect } from 'node:net';

/**
 * The answer on the socket; `status` is 0 if it was closed without an answer. Header names are in lower case; a
 * repeated header has all its values.
 */
export type RawReply = { status: number; headers: ReadonlyMap<string, string>; body: string };

/** Sends bytes to a server and reads until the socket ends. The bytes should ask for `connection: close`. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
    });
    // A reset is a valid answer too: the bytes before it count.
    socket.on('error', () => {});
    socket.on('close', () => {
      resolve(replyOf(Buffer.concat(chunks).toString('latin1')));
    });
  });
}

/** The bytes of a request that ends its connection; every line of `head` is a header as it is sent. */
export const rawRequest = (line: string, head: readonly string[], body = ''): string =>
  [`${line} HTTP/1.1`, ...head, 'connection: close', '', body].join('\r\n');

function replyOf(text: string): RawReply {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end < 0 ? text.length : end).split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 1).trim();
    const former = headers.get(name);
    headers.set(name, former === undefined ? value : `${former}, ${value}`);
  }
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body: end < 0 ? '' : text.slice(end + 4),
  };
}
