/** The programs of a cluster, from Debian's packages. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Owner } from './node.ts';

const programs = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
} as const;

/** Installs what is missing. Throws, naming the packages, if they cannot be had here. */
export function installPrograms(): void {
  const missing = Object.entries(programs).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = () => spawnSync('apt-get', install, { stdio: 'inherit', env });
  if (run().status !== 0 && (spawnSync('apt-get', ['update'], { env }).status !== 0 || run().status !== 0))
    throw new Error(`Debian's packages ${missing.join(', ')} cannot be had here, so no failover was tried`);
}

/** The user who runs PostgreSQL, which refuses root: Debian's own one, or the one who runs this. */
export function ownerOfServers(): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string): number => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}
