import { fileOfEvent } from './shared-process.ts';

/** The timing part of a node:test event; `file` is undefined in a summary of several files. */
export type TimedEvent =
  | { type: 'test:summary'; data: { file?: string | undefined; duration_ms: number } }
  | {
      type: 'test:pass' | 'test:fail';
      data: { file?: string | undefined; name: string; nesting: number; details: { duration_ms: number } };
    };

/** The duration of a file in milliseconds; its path is relative to the project's folder. */
export type FileTime = readonly [path: string, ms: number];

/** The durations of the files of a run. */
export type FileTimes = { add: (event: TimedEvent) => void; slowestFirst: () => FileTime[] };

/**
 * Collects the duration of each test file. A file in its own process counts from the start of that process; in a shared
 * process it is the sum of its tests.
 */
export function collectFileTimes(): FileTimes {
  const byProcess = new Map<string, number>();
  const byTests = new Map<string, number>();
  return {
    add: ({ type, data }) => {
      if (data.file === undefined) return;
      if (type === 'test:summary') {
        const file = fileOfEvent({ file: data.file });
        if (file !== undefined) byProcess.set(file, data.duration_ms);
      } else if (data.nesting === 0) {
        const file = fileOfEvent({ file: data.file, name: data.name });
        if (file !== undefined) byTests.set(file, (byTests.get(file) ?? 0) + data.details.duration_ms);
      }
    },
    slowestFirst: () => [...new Map([...byTests, ...byProcess])].toSorted(([, one], [, other]) => other - one),
  };
}

/** Files and their times as lines: `   12.3 s  db/one-trip.test.ts`. */
export const timeLines = (times: readonly FileTime[]): string =>
  times.map(([path, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}\n`).join('');
