/** A low priority for a render, among processes and among groups of processes. */
import { writeFileSync } from 'node:fs';
import { stepBack } from '../priority.ts';

/** How long Linux refuses a second change of a group's priority, at most, in milliseconds. */
const retryMs = 150;

/**
 * Gives a process that leads a session of its own, and all its children, a low priority: 0 to 19, 19 the lowest. Where
 * Linux shares the processor among sessions first (autogroups), the priority of a process counts only within its
 * session, so the session's is lowered as well. NOTE never for a process of our own session: that would slow down this
 * one. (https://man7.org/linux/man-pages/man7/sched.7.html, The autogroup feature, 2026-11)
 */
export function giveWay(leader: number, priority: number): void {
  if (priority === 0) return;
  stepBack(leader, priority);
  if (!lowerSession(leader, priority)) setTimeout(() => lowerSession(leader, priority), retryMs).unref();
}

/** False if it was refused for now. */
function lowerSession(leader: number, priority: number): boolean {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(priority));
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EAGAIN');
  }
}
