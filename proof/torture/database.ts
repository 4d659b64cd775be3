import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#db/embedded.ts';

/** The embedded database with a way to kill it; its supervisor in this process starts it again. */
export type Victim = {
  url: string;
  /**
   * `kill -9` of the server, or of one process that serves a connection (which makes the server recover); false if
   * there is none.
   */
  kill(what: 'server' | 'connection'): boolean;
  stop(): Promise<void>;
};

/** Starts a durable database in `dir`. */
export async function startVictim({ dir, port }: { dir: string; port: number }): Promise<Victim> {
  chmodSync(dir, 0o755);
  const folder = join(dir, 'postgres');
  const server = await startEmbeddedPostgres({ dir: folder, port });
  const pidOf = (): number => Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const kill = (what: 'server' | 'connection'): boolean => {
    try {
      const pid = what === 'server' ? pidOf() : connectionOf(pidOf());
      return pid !== undefined && process.kill(pid, 'SIGKILL');
    } catch {
      return false; // it is just starting
    }
  };
  // The server is detached from this process, so it must be ended explicitly, however this process ends.
  const end = (): void => {
    kill('server');
  };
  process.once('exit', end);
  return {
    url: server.url,
    kill,
    stop: async () => {
      process.off('exit', end);
      await server.stop();
    },
  };
}

/** A process of the server that serves one of our connections. Undefined if there is none, or without /proc. */
function connectionOf(server: number): number | undefined {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').map(Number);
  return children
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('agencyreel agencyreel'))
    .at(-1);
}
