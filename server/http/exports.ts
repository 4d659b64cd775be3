import type { FastifyInstance, FastifyReply } from 'fastify';
import { messages } from '#contract/messages.ts';
import type { Storage } from '../storage.ts';
import { partOf } from './files.ts';

/** The file a ticket leads to: its name in storage and what it is called on the person's machine; null for a ticket that is worth nothing. */
export type OpenExport = (ticket: string) => Promise<{ objectName: string; fileName: string } | null>;

/**
 * Serves downloads of all data at `/exports/<ticket>`. A ticket is given to a session for some minutes and asked about at
 * every request; browsers may go on with a broken download by asking for a part. Nobody keeps a copy on the way.
 */
export function serveExports(app: FastifyInstance, { storage, openExport }: { storage: Storage; openExport: OpenExport }): void {
  app.get<{ Params: { ticket: string } }>('/exports/:ticket', async (request, reply) => {
    const found = request.params.ticket.length > 200 ? null : await openExport(request.params.ticket);
    const whole = found === null ? null : await storage.open(found.objectName);
    if (found === null || whole === null) return gone(reply);
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${found.fileName}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      // Without it a browser would not know that a part is of the same file.
      etag: `"${found.objectName.slice(-24)}"`,
    });
    const part = partOf(request.headers.range, whole.sizeBytes);
    if (part.kind === 'whole') return reply.header('content-length', whole.sizeBytes).send(whole.body);
    whole.body.destroy();
    if (part.kind === 'outside') return reply.code(416).header('content-range', `bytes */${whole.sizeBytes}`).send();
    const opened = await storage.open(found.objectName, { start: part.start, end: part.end });
    if (opened === null) return gone(reply);
    return reply.code(206).headers({ 'content-range': `bytes ${part.start}-${part.end}/${whole.sizeBytes}`, 'content-length': part.end - part.start + 1 }).send(opened.body);
  });
}

/** A person's browser opens this address, so it says in words what happened. */
const gone = (reply: FastifyReply): FastifyReply =>
  reply.code(404).headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).send(messages.exportLinkInvalid);
