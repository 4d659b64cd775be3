/** For tests: a server that vanishes without a word. */
import { connect, createServer, type Socket } from 'node:net';

/**
 * What the proxy does. `silent`: connections stay open and pass nothing. `moved`: so do those that are open now, and
 * later ones pass data, as if another machine had taken over the address.
 */
export type Passing = 'open' | 'silent' | 'moved';

/** The database's address through the proxy, and how to change what the proxy does. */
export type Silence = { url: string; set(passing: Passing): void } & AsyncDisposable;

/** A TCP proxy to a database. */
export async function openSilence(url: string): Promise<Silence> {
  const target = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  const dead = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  const pass = (pair: readonly [Socket, Socket]): void => {
    const [left, right] = pair;
    if (isSilent || dead.has(pair)) {
      left.unpipe(right).pause();
      right.unpipe(left).pause();
    } else {
      // A second pipe would pass everything twice.
      left.unpipe(right).pipe(right);
      right.unpipe(left).pipe(left);
    }
  };
  const server = createServer((left) => {
    const right = connect(Number(target.port), target.hostname);
    const pair = [left, right] as const;
    pairs.add(pair);
    for (const socket of pair)
      socket
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair);
          for (const other of pair) other.destroy();
        });
    pass(pair);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(address.port) }).href,
    set: (passing) => {
      isSilent = passing === 'silent';
      if (passing === 'moved') for (const pair of pairs) dead.add(pair);
      for (const pair of pairs) pass(pair);
    },
    [Symbol.asyncDispose]: async () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
