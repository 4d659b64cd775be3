/** A web process as production runs it, and its memory. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { heapFlags } from '#server/app/processes/start/heap-flags.ts';
import { freePort } from '../tools/free-port.ts';

/** The current memory of a process and its children, in bytes; 0 without /proc. */
function memoryOf(pid: number): { own: number; children: number; pids: number[] } {
  const pids = childrenOf(pid);
  return { own: residentBytes(pid), children: pids.reduce((sum, child) => sum + residentBytes(child), 0), pids };
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return []; // it has ended, or there is no /proc
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0; // it has ended, or there is no /proc
  }
}

/** The peak memory of a process and its children, sampled every 20 ms until it is stopped; bytes. */
export function watchMemory(pid: number) {
  const most = { together: 0, own: 0, children: 0 };
  const seen = new Set<number>();
  const watch = setInterval(() => {
    const { own, children, pids } = memoryOf(pid);
    most.together = Math.max(most.together, own + children);
    most.own = Math.max(most.own, own);
    most.children = Math.max(most.children, children);
    for (const child of pids) seen.add(child);
  }, 20);
  return {
    most,
    processes: () => seen.size,
    stop: () => {
      clearInterval(watch);
    },
  };
}

/** The current memory of a process itself, in bytes; 0 without /proc. */
export const memoryNow = (pid: number): number => memoryOf(pid).own;

/** Starts a web process of production on a database and a folder; resolves once it answers requests. */
export async function openWeb(databaseUrl: string, dataDir: string): Promise<{ web: ChildProcess; url: string }> {
  const port = await freePort();
  const web = spawn(process.execPath, [...heapFlags, fileURLToPath(new URL('../server/web.ts', import.meta.url))], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      SANDBOX: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(50);
  return { web, url };
}
