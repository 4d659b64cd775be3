import { z } from 'zod';
import { multipartBody } from '#outbound/multipart.ts';
import type { Http } from '#outbound/request.ts';
import type { Media } from '../network.ts';
import { nothingPublic, readReply, type Read, type Reddit } from './api.ts';

const leaseShape = z.object({
  args: z.object({ action: z.string().min(1), fields: z.array(z.object({ name: z.string(), value: z.string() })) }),
});
const uploadTimeoutMs = 300_000;

/**
 * Uploads a file to Reddit's storage by a lease and returns its address there; this publishes nothing. Source:
 * github.com/Pyprohly/reddit-api-doc-notes, "POST /api/media/asset", read 2026-11-21.
 */
export async function uploadFile({
  http,
  reddit,
  apiUrl,
  media,
  signal,
}: {
  http: Http;
  reddit: Reddit;
  apiUrl: string;
  media: Media;
  signal: AbortSignal;
}): Promise<Read<string>> {
  const lease = readReply(
    await reddit({ path: '/api/media/asset', form: { filepath: media.fileName, mimetype: media.contentType }, signal }),
    leaseShape,
  );
  if (lease.kind === 'failed') return { kind: 'failed', failure: nothingPublic(lease.failure) };
  const { action, fields } = lease.value.args;
  // The storage's address comes without a scheme; all fields must precede the file.
  const url = new URL(action, apiUrl);
  const body = multipartBody({
    fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    files: [{ field: 'file', file: media }],
  });
  const reply = await http.send({
    method: 'POST',
    url,
    body,
    signal,
    timeoutMs: uploadTimeoutMs,
  });
  if (reply.kind !== 'answered') return { kind: 'failed', failure: { kind: 'unreachable', message: reply.message } };
  const location = /<Location>([^<]+)<\/Location>/.exec(reply.text)?.[1];
  if (reply.status === 201 && location !== undefined)
    return { kind: 'done', value: decodeURIComponent(location.replaceAll('&amp;', '&')) };
  if (/<Code>EntityTooLarge<\/Code>/.test(reply.text))
    return { kind: 'failed', failure: { kind: 'rejected', message: 'Reddit: the file is too large' } };
  if (reply.status >= 400 && reply.status < 500 && reply.status !== 408 && reply.status !== 429) {
    const said = /<Message>([^<]+)<\/Message>/.exec(reply.text)?.[1];
    return {
      kind: 'failed',
      failure: { kind: 'rejected', message: `Reddit did not take the file${said === undefined ? '' : `: ${said}`}` },
    };
  }
  return {
    kind: 'failed',
    failure: { kind: 'unreachable', message: `Reddit's file store answered with status ${reply.status}` },
  };
}
