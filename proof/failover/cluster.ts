/** Three databases under Patroni, with etcd and HAProxy, on this machine. */

import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import pg from 'pg';
import { z } from 'zod';
import { whenThisProcessEnds } from '#db/testing-guard.ts';
import { until } from '#db/testing-until.ts';
import { freePort } from '../../tools/free-port.ts';
import { projectDir } from '../../tools/source-files.ts';
import { prepareNode, type Lock, type Node, type Owner } from './node.ts';

const member = z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() });
const cluster = z.object({ members: z.array(member) });
const passwords = z.object({
  postgresql: z.object({ authentication: z.object({ superuser: z.object({ password: z.string() }) }) }),
});

/** A cluster; `url` leads through HAProxy to its primary. */
export type Cluster = {
  dir: string;
  url: string;
  nodes: readonly Node[];
  /** The server that calls itself primary, other than `before` if that is given; waits for it. */
  primary(before?: Node): Promise<Node>;
  /** Resolves once all servers stream from one primary, and one of them is synchronous if one must be. */
  whole(): Promise<void>;
  /** Changes the cluster's settings, as `patronictl edit-config` does. */
  change(settings: object): Promise<void>;
  switchover(from: Node): Promise<void>;
  /** Ends it. Keeps the logs if `keepLogs` is set: everything in `dir` but the data. */
  stop(options: { keepLogs: boolean }): Promise<void>;
};

/** Starts a cluster and makes the product's role and database. */
export async function startCluster(owner: Owner, lock: Lock = 'etcd'): Promise<Cluster> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-failover-'));
  chmodSync(dir, 0o755);
  const children: ChildProcess[] = [];
  const run = (program: string, parameters: readonly string[], as: Owner): void => {
    const log = openSync(join(dir, `${program}.log`), 'a');
    const child = spawn(program, parameters, { ...as, cwd: dir, stdio: ['ignore', log, log] });
    whenThisProcessEnds('kill -9 "$1"', [String(child.pid)]);
    children.push(child);
  };
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcdData = join(dir, 'etcd');
  mkdirSync(etcdData, { mode: 0o700 });
  if (owner.uid !== undefined) chownSync(etcdData, owner.uid, owner.gid ?? owner.uid);
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
  run(
    'etcd',
    Object.entries({
      'data-dir': etcdData,
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `default=${peer}`,
      'enable-v2': 'true',
    }).map(([name, value]) => `--${name}=${value}`),
    owner,
  );
  const nodes: Node[] = [];
  for (const name of ['db1', 'db2', 'db3']) nodes.push(await prepareNode(name, { dir, etcdPort, owner, lock }));
  for (const node of nodes) node.start();
  const proxySettings = join(dir, 'haproxy.cfg');
  writeFileSync(proxySettings, proxyFor(nodes, port));
  run('haproxy', ['-db', '-f', proxySettings], {});

  const askOf = ({ restPort }: Node, path: string, init: RequestInit = {}): Promise<Response | null> =>
    fetch(`http://127.0.0.1:${restPort}${path}`, { ...init, signal: AbortSignal.timeout(2000) }).catch(() => null);
  // NOTE only the primary is asked: a server that is cut off from etcd goes on telling what it knew.
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const [primary] = await primaries();
    const reply = primary === undefined ? null : await askOf(primary, path, init);
    return reply?.ok === true ? reply.json().catch(() => null) : null;
  };
  const primaries = async (): Promise<Node[]> => {
    const replies = await Promise.all(nodes.map((node) => askOf(node, '/primary')));
    return nodes.filter((_node, index) => replies[index]?.ok === true);
  };
  const members = async () => cluster.safeParse(await ask('/cluster')).data?.members ?? [];
  const isWhole = async (): Promise<boolean> => {
    const all = await members();
    const [primary] = all.filter(({ role }) => role === 'leader');
    const others = all.filter(({ role, state }) => role !== 'leader' && (state === 'running' || state === 'streaming'));
    const isOneLine = others.every(({ timeline }) => timeline === primary?.timeline);
    if (primary?.state !== 'running' || others.length !== nodes.length - 1 || !isOneLine) return false;
    const { data } = z.object({ synchronous_mode: z.boolean() }).safeParse(await ask('/config'));
    return data?.synchronous_mode !== true || others.some(({ role }) => role === 'sync_standby');
  };
  const made: Cluster = {
    dir,
    url: `postgres://agencyreel:agencyreel@127.0.0.1:${port}/agencyreel`,
    nodes,
    primary: async (before) => {
      let found: Node | undefined;
      await until(
        async () => {
          found = (await primaries()).find((node) => node !== before);
          return found !== undefined;
        },
        { seconds: 180, what: 'a primary' },
      );
      if (found === undefined) throw new Error('no primary');
      return found;
    },
    whole: () =>
      until(isWhole, {
        seconds: 180,
        what: () => `a whole cluster; the logs are in ${dir}`,
      }),
    change: async (changed) => {
      await ask('/config', { method: 'PATCH', body: JSON.stringify(changed) });
    },
    switchover: async ({ name, restPort }) => {
      const body = JSON.stringify({ leader: name });
      const reply = await fetch(`http://127.0.0.1:${restPort}/switchover`, { method: 'POST', body });
      if (!reply.ok) throw new Error(`switchover: ${reply.status} ${await reply.text()}`);
    },
    stop: async ({ keepLogs }) => {
      for (const node of nodes) node.signal('machine', 'SIGKILL');
      for (const child of children) child.kill('SIGKILL');
      for (const { etcd, replication } of nodes) {
        await etcd[Symbol.asyncDispose]();
        await replication[Symbol.asyncDispose]();
      }
      await until(() => !nodes.some((node) => node.isRunning()));
      const gone = keepLogs ? [etcdData, ...nodes.map(({ name }) => join(dir, name, 'data'))] : [dir];
      for (const each of gone) rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
  await made.whole();
  await makeDatabase(port);
  return made;
}

/** HAProxy's settings of deploy/patroni, with the addresses of this machine, and with a log. */
function proxyFor(nodes: readonly Node[], port: number): string {
  const given = readFileSync(`${projectDir}deploy/patroni/haproxy.cfg`, 'utf8')
    .replaceAll(':5000', `:${port}`)
    .replace(/^global$/m, 'global\n    log stdout format iso local0')
    .replace(/^defaults$/m, 'defaults\n    log global\n    option tcplog\n    option log-health-checks');
  return given.replaceAll(/server (db\d) \S+ check port \d+/g, (_line, name: string) => {
    const node = nodes.find((each) => each.name === name);
    return `server ${name} 127.0.0.1:${node?.databasePort ?? 0} check port ${node?.restPort ?? 0}`;
  });
}

async function makeDatabase(port: number): Promise<void> {
  const { superuser } = passwords.parse(parse(readFileSync(`${projectDir}deploy/patroni/patroni.yml`, 'utf8')))
    .postgresql.authentication;
  const url = `postgres://postgres:${superuser.password}@127.0.0.1:${port}/postgres`;
  let client: pg.Client | undefined;
  await until(
    async () => {
      const next = new pg.Client({ connectionString: url });
      const isThere = await next.connect().then(
        () => true,
        () => false,
      );
      if (isThere) client = next;
      return isThere;
    },
    { seconds: 60, what: 'the primary through HAProxy' },
  );
  await client?.query(`create role agencyreel login password 'agencyreel'`);
  await client?.query('create database agencyreel owner agencyreel');
  await client?.end();
}
