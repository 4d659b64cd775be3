import { readFileSync } from 'node:fs';

/** The parent of a process on Linux; null elsewhere, and for an ended process. */
function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

const isShell = (pid: number): boolean => {
  try {
    return /^(sh|dash|bash)\n$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
  } catch {
    return false;
  }
};

/**
 * Calls `whenOrphaned` once npm, which started us through a shell, has been killed without notifying us: the next `npm
 * start` must find port and data free.
 */
export function watchParents(whenOrphaned: () => void): void {
  const parent = process.ppid;
  const grandparent = isShell(parent) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === null || parentOf(parent) === grandparent)) return;
    clearInterval(timer);
    whenOrphaned();
  }, 1000);
  timer.unref();
}
