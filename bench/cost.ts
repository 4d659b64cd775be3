/** The cost of a piece of work in this process and its children. */
import { readdirSync, readFileSync } from 'node:fs';

/** The result of a piece of work with its time, its CPU, and the peak memory of this process and its children. */
export type Cost<Result> = { result: Result; wallMs: number; cpuMs: number; peakBytes: number };

/** Measures a piece of work: time, CPU of this process and of its awaited children, and their peak memory. */
export async function cost<Result>(work: () => Promise<Result>): Promise<Cost<Result>> {
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes());
  }, 50);
  const [startedAt, before] = [performance.now(), cpuMs()];
  try {
    const result = await work();
    return { result, wallMs: performance.now() - startedAt, cpuMs: cpuMs() - before, peakBytes };
  } finally {
    clearInterval(watch);
  }
}

/** CPU of this process and of its ended children; man 5 proc_pid_stat, fields 16 and 17 in hundredths of a second. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (user + system) / 1000 + (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Resident memory of this process and its children, shared pages counted for each. */
function residentBytes(): number {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    read(`/proc/self/task/${task}/children`).split(' '),
  );
  return ['self', ...children.filter(Boolean)].reduce(
    (sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024,
    0,
  );
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it has ended between the list and the look
  }
}
