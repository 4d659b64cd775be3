import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** The current memory of a process, by the kernel's count; 0 if the kernel has no such count (not Linux). */
export const idleBytes = ({ pid }: ChildProcess): number => bytesOf(pid, 'VmRSS');

/**
 * Resets a process's peak memory and returns a function that reads it. The kernel counts the peak, so none is missed
 * between two readings.
 */
export function peakBytes({ pid }: ChildProcess): () => number {
  try {
    // 5 resets the peak resident set size: man 5 proc_pid_clear_refs.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // There is no /proc here: both figures are 0.
  }
  return () => bytesOf(pid, 'VmHWM');
}

function bytesOf(pid: number | undefined, line: 'VmRSS' | 'VmHWM'): number {
  try {
    const found = new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(found ?? 0) * 1024;
  } catch {
    return 0; // no /proc here
  }
}
