import type { FastifyInstance } from 'fastify';

/**
 * Has a server that closes wait for every promise that the result is called with. It waits by itself for those who
 * listen; of those who have left, a call may still wait for a connection, and would do so for half a minute once the
 * database takes no more.
 */
export function waitForCalls(app: FastifyInstance): <T>(answering: Promise<T>) => Promise<T> {
  const underWay = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => {
    await Promise.allSettled(underWay);
  });
  return (answering) => {
    underWay.add(answering);
    const end = (): unknown => underWay.delete(answering);
    answering.then(end, end);
    return answering;
  };
}
