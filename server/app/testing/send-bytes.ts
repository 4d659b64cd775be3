/** Sends large bodies as they are: `fetch` copies ten megabytes four times. */
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

/**
 * Sends JSON as bytes by POST; answers the status and the parsed body. Rejects when the connection breaks before the
 * answer; what has not been sent by then is not sent.
 */
export async function sendBytes(
  url: string,
  { bytes, token }: { bytes: Buffer; token: string | undefined },
): Promise<{ code: number; body: unknown }> {
  const sending = request(url, {
    method: 'POST',
    // The server cuts some senders off, so the next one gets a new connection.
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...(token === undefined ? {} : { authorization: token }),
    },
  });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sending.once('response', resolve).on('error', reject).end(bytes);
    });
    return { code: response.statusCode ?? 0, body: await json(response) };
  } finally {
    sending.destroy();
  }
}
