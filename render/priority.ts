/** The priority of a process. */
import { setPriority } from 'node:os';

/** Gives a process a priority: 0 to 19, 19 the lowest. It keeps its own if that is refused. */
export function stepBack(pid: number | undefined, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It has already ended, or the platform has no priorities.
  }
}
