import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** `npm start` as it runs in a terminal. `answeredMs` is from pressing enter to the log-in page's answer. */
export type Started = { answeredMs: number; pid: number; output(): string; stop(): Promise<void> };

/**
 * Runs `npm start` in a folder and waits for its page. Throws with its output if it ends before or takes longer than
 * `patienceMs`.
 */
export async function npmStart(options: {
  folder: string;
  port: number;
  dataDir: string;
  environment?: Record<string, string>;
  patienceMs?: number;
}): Promise<Started> {
  const { folder, port, dataDir, environment = {}, patienceMs = 60_000 } = options;
  const startedAt = performance.now();
  let output = '';
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...environment, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  const { pid } = child;
  if (pid === undefined) throw new Error('npm could not be started');
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > patienceMs)
      throw new Error(`npm start did not come up:\n${output}`);
    await sleep(20);
  }
  return {
    answeredMs: performance.now() - startedAt,
    pid,
    output: () => output,
    stop: async () => {
      const ended = once(child, 'exit');
      // Like Ctrl-C: to the whole foreground group.
      process.kill(-pid, 'SIGINT');
      await ended;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}/login`);
    return answer.ok && (await answer.text()).includes('<div id="root"');
  } catch {
    return false; // nothing listens yet
  }
}

/**
 * The memory of a process and its descendants in bytes, with shared pages counted once (PSS). Linux only; NaN
 * elsewhere.
 */
export function memoryOfTree(root: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        return [{ pid: Number(name), parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) }];
      } catch {
        return []; // it ended meanwhile
      }
    });
  const tree = new Set([root]);
  for (let grown = true; grown;) {
    grown = false;
    for (const { pid, parent } of processes) {
      if (tree.has(parent) && !tree.has(pid)) {
        tree.add(pid);
        grown = true;
      }
    }
  }
  return [...tree].reduce((sum, pid) => sum + memoryOf(pid), 0);
}

function memoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
  } catch {
    return 0; // it ended meanwhile
  }
}
