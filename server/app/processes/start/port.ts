import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../../base/settings/config.ts';

/** The message if we cannot listen. */
export function whyNotListening(error: unknown, { host, port }: { host: string; port: number }): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `port ${port} is already taken: stop what uses it, or set PORT to another one`;
  if (code === 'EACCES') return `port ${port} may not be used by this user: set PORT to one above 1023`;
  return `cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`;
}

/** Tries the port before anything starts that would have to be stopped again. Throws an Error of one line. */
export async function refuseTakenPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port, exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    throw new Error(whyNotListening(error, { host, port }), { cause: error });
  }
  probe.close();
  await once(probe, 'close');
}
