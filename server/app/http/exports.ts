import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { messages } from '#contract/messages.ts';
import type { Storage } from '../../base/storage/storage.ts';
import { sendInParts } from './in-parts.ts';

/** The file of a ticket: its name in storage, its type, and its name on the person's machine. */
export type ExportedFile = { objectName: string; fileName: string; contentType: string };

/** Finds the file of a ticket; null for an invalid ticket. */
export type OpenExport = (ticket: string) => Promise<ExportedFile | null>;

/**
 * Serves downloads (all data, reports) at `/exports/<ticket>`. A ticket is valid for some minutes and checked at every
 * request; browsers may resume a broken download by requesting a part. Answers are never cached.
 */
export function serveExports(
  app: FastifyInstance,
  {
    storage,
    openExport,
    refuseFlood,
  }: { storage: Storage; openExport: OpenExport; refuseFlood: onRequestAsyncHookHandler },
): void {
  app.get<{ Params: { ticket: string } }>('/exports/:ticket', { onRequest: refuseFlood }, async (request, reply) => {
    const found = request.params.ticket.length > 200 ? null : await openExport(request.params.ticket);
    if (found === null) return gone(reply);
    const headers = {
      'content-type': found.contentType,
      'content-disposition': `attachment; filename="${found.fileName}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      // Without it a browser would not know that a part belongs to the same file.
      etag: `"${found.objectName.slice(-24)}"`,
    };
    return (await sendInParts(request, reply, { headers, open: (range) => storage.open(found.objectName, range) }))
      ? reply
      : gone(reply);
  });
}

/** A person's browser opens this address, so failures are explained in words. */
const gone = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(messages.exportLinkInvalid);
