/** One database server of a cluster: Patroni and its PostgreSQL, as on a machine of its own. */

import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { whenThisProcessEnds } from '#db/testing-guard.ts';
import { openSilence, type Silence } from '#db/testing-silence.ts';
import { freePort } from '../../tools/free-port.ts';
import { projectDir } from '../../tools/source-files.ts';

/** Who runs the database servers: PostgreSQL refuses root. */
export type Owner = { uid?: number; gid?: number };

/** The interface of etcd by which Patroni holds its lock: that of deploy/patroni, or the one that must not be used. */
export type Lock = 'etcd' | 'etcd3';

/** A database server. `etcd` and `replication` are its lines to etcd, and of the others to its database. */
export type Node = {
  name: string;
  databasePort: number;
  restPort: number;
  etcd: Silence;
  replication: Silence;
  start(): void;
  /** Signals its processes: PostgreSQL's alone, or everything on the machine. */
  signal(what: 'postgres' | 'machine', signal: NodeJS.Signals): void;
  isRunning(): boolean;
};

const settings = z.looseObject({
  bootstrap: z.looseObject({ dcs: z.looseObject({ synchronous_mode: z.boolean() }) }),
  postgresql: z.looseObject({ parameters: z.looseObject({}) }),
});

/** What a server logs, for the evidence. */
const logged = {
  log_line_prefix: '%m [%p] %a %v ',
  log_connections: 'on',
  log_disconnections: 'on',
  log_replication_commands: 'on',
};

/** Prepares a server by deploy/patroni/patroni.yml, with addresses and folders of its own; `start` runs it. */
export async function prepareNode(
  name: string,
  { dir, etcdPort, owner, lock }: { dir: string; etcdPort: number; owner: Owner; lock: Lock },
): Promise<Node> {
  const [databasePort, restPort] = [await freePort(), await freePort()];
  const etcd = await openSilence(`http://127.0.0.1:${etcdPort}`);
  const replication = await openSilence(`http://127.0.0.1:${databasePort}`);
  const home = join(dir, name);
  const data = join(home, 'data');
  const given = settings.parse(parse(readFileSync(`${projectDir}deploy/patroni/patroni.yml`, 'utf8')));
  const own = {
    ...given,
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd: undefined,
    // NOTE without `use_proxies` Patroni asks etcd for its addresses, and goes around the line that is cut.
    [lock]: { hosts: new URL(etcd.url).host, use_proxies: true },
    postgresql: {
      ...given.postgresql,
      listen: `127.0.0.1:${databasePort}`,
      connect_address: new URL(replication.url).host,
      data_dir: data,
      pgpass: join(home, 'pgpass'),
      pg_hba: [
        'local all all trust',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
      parameters: { ...given.postgresql.parameters, ...logged, unix_socket_directories: home },
    },
    watchdog: { mode: 'off' },
  };
  mkdirSync(home, { recursive: true });
  const file = join(home, 'patroni.yml');
  writeFileSync(file, stringify(own));
  if (owner.uid !== undefined) chownSync(home, owner.uid, owner.gid ?? owner.uid);
  const log = createWriteStream(join(dir, `${name}.log`), { flags: 'a' });
  whenThisProcessEnds('kill -9 $(head -1 "$1") 2>/dev/null', [join(data, 'postmaster.pid')]);
  let patroni: ChildProcess | undefined;

  const postgres = (): number[] => {
    try {
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      return [postmaster, ...childrenOf(postmaster)];
    } catch {
      return []; // it does not run
    }
  };
  return {
    name,
    databasePort,
    restPort,
    etcd,
    replication,
    start: () => {
      const child = spawn('patroni', [file], { ...owner, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
      patroni = child;
      for (const readable of [child.stdout, child.stderr]) readable.pipe(log, { end: false });
      const spare = whenThisProcessEnds('kill -9 "$1"', [String(child.pid)]);
      child.once('exit', spare);
    },
    signal: (what, signal) => {
      if (what === 'machine') patroni?.kill(signal);
      for (const pid of postgres()) {
        try {
          process.kill(pid, signal);
        } catch {
          // It has ended meanwhile.
        }
      }
    },
    isRunning: () => patroni !== undefined && patroni.exitCode === null && patroni.signalCode === null,
  };
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
