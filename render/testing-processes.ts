/** The child processes that run while videos are made, for tests: Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { until } from '#db/testing-until.ts';

/** The running child processes of a process. */
export const childrenOf = (pid: number): number[] =>
  namesIn(`/proc/${pid}/task`).flatMap((task) =>
    textOf(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );

/** The processes in which a process renders videos. */
export const rendersOf = (pid: number): number[] =>
  childrenOf(pid).filter((child) => textOf(`/proc/${child}/cmdline`).includes('render-child'));

/**
 * The priority of a process and of its session's group, as `19 19`; `19 no group` if Linux has no such groups. Null if
 * the process has ended.
 */
export function prioritiesOf(pid: number): string | null {
  const group = /nice (-?\d+)/.exec(textOf(`/proc/${pid}/autogroup`))?.[1] ?? 'no group';
  const stat = textOf(`/proc/${pid}/stat`);
  return stat === '' ? null : `${stat.replace(/^.*\) /, '').split(' ')[16] ?? ''} ${group}`;
}

/** Waits until none of the processes runs; a zombie counts as ended. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  const runs = (pid: number): boolean => !/^$|\) Z /.test(textOf(`/proc/${pid}/stat`));
  await until(() => !pids.some(runs), { seconds: 60, what: 'the end of processes' });
}

const textOf = (path: string): string => orElse('', () => readFileSync(path, 'utf8'));
const namesIn = (path: string): string[] => orElse([], () => readdirSync(path));

/** The process may have ended meanwhile, and its entries with it. */
function orElse<Value>(other: Value, read: () => Value): Value {
  try {
    return read();
  } catch {
    return other;
  }
}
