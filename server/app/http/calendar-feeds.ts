import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { messages } from '#contract/messages.ts';
import { openRateLimiter } from './rate.ts';
import { Refusal } from './refusal.ts';

/** Finds the calendar of a token, and the key that counts its reads; null for an unknown token. */
export type OpenCalendarFeed = (token: string) => Promise<{ id: string; calendar: string } | null>;

/** The limit of reads of one feed in an hour: ten people whose programs poll every five minutes, doubled. */
const mostReads = { most: 240, seconds: 3600 };

/**
 * Serves calendars at `/calendar/<token>.ics` to everybody who has the address. A wrong address, a revoked one and that
 * of a deleted client get the same answer.
 */
export function serveCalendarFeeds(
  app: FastifyInstance,
  {
    openFeed,
    clock,
    refuseFlood,
  }: { openFeed: OpenCalendarFeed; clock: () => Date; refuseFlood: onRequestAsyncHookHandler },
): void {
  const reads = openRateLimiter(mostReads);
  app.get<{ Params: { file: string } }>('/calendar/:file', { onRequest: refuseFlood }, async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1];
    if (token === undefined) return gone(reply);
    // Counted by the token, before anything is read, because reading is the expensive part.
    const waitSeconds = reads.take(createHash('sha256').update(token).digest('base64url'), clock());
    if (waitSeconds > 0) {
      reply.header('retry-after', waitSeconds);
      throw new Refusal(429, messages.tooMany);
    }
    const found = await openFeed(token);
    if (found === null) return gone(reply);
    // Every entry contains the time of generation, which is ignored here.
    const etag = `"${createHash('sha256')
      .update(found.calendar.replace(/^DTSTAMP:.*$/gm, ''))
      .digest('base64url')}"`;
    reply.headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="planned-posts.ics"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      etag,
    });
    // A proxy that compresses a reply marks the tag as weak.
    return request.headers['if-none-match']?.replace(/^W\//, '') === etag
      ? reply.code(304).send()
      : reply.send(found.calendar);
  });
}

const gone = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(messages.calendarFeedGone);
