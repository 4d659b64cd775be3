import type { FastifyInstance } from 'fastify';

/**
 * Makes a closing server wait for every promise passed to the result. The server itself waits for connected callers;
 * the call of a disconnected one may still wait for a database connection, for half a minute once the database accepts
 * none.
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
