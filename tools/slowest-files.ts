import { relative } from 'node:path';
import { projectDir } from './source-files.ts';

/** The timing part of a node:test event; `file` is undefined in a summary of several files. */
export type TimedEvent =
  | { type: 'test:summary'; data: { file?: string | undefined; duration_ms: number } }
  | {
      type: 'test:pass' | 'test:fail';
      data: { file?: string | undefined; nesting: number; details: { duration_ms: number } };
    };

/** The durations of the files of a run. */
export type FileTimes = { add: (event: TimedEvent) => void; slowest: (most: number) => string };

/**
 * Collects the duration of each test file. A file in a process of its own counts from the start of that process; in a
 * shared process it is the sum of its tests. `slowest` lists files, slowest first: ` 12.3 s db/one-trip.test.ts`.
 */
export function collectFileTimes(): FileTimes {
  const byProcess = new Map<string, number>();
  const byTests = new Map<string, number>();
  return {
    add: ({ type, data }) => {
      if (data.file === undefined) return;
      if (type === 'test:summary') byProcess.set(data.file, data.duration_ms);
      else if (data.nesting === 0) byTests.set(data.file, (byTests.get(data.file) ?? 0) + data.details.duration_ms);
    },
    slowest: (most) => {
      const times = byProcess.size > 0 ? byProcess : byTests;
      const lines = [...times]
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, most)
        .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${nameOf(file)}\n`);
      return lines.length === 0 ? '' : `slowest of ${times.size} test files:\n${lines.join('')}`;
    },
  };
}

const nameOf = (file: string): string => relative(projectDir, file).replaceAll('\\', '/');
