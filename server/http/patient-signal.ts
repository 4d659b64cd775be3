import type { FastifyReply } from 'fastify';

/** The longest a call may wait for a network before it gives up. */
const patienceMs = 60_000;

/**
 * Aborts when the caller has gone before the answer was out, and when patience ends. NOTE not by AbortSignal.timeout:
 * each of those lives for its whole minute, and thousands of them made every collection of young objects take 15 to 20
 * ms.
 */
export function patientSignal(reply: FastifyReply): AbortSignal {
  const ending = new AbortController();
  // Who has left before this has its `close` behind it.
  if (reply.raw.closed) {
    ending.abort();
    return ending.signal;
  }
  const patience = setTimeout(() => {
    ending.abort();
  }, patienceMs);
  reply.raw.once('close', () => {
    clearTimeout(patience);
    if (!reply.raw.writableFinished) ending.abort();
  });
  return ending.signal;
}
