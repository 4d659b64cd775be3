/** The priority of a process. */
import { setPriority } from 'node:os';

/** Sets the priority of a process: 0 to 19, 19 the lowest. The process keeps its own if that is refused. */
export function stepBack(pid: number | undefined, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // The process has already ended, or the platform has no priorities.
  }
}
