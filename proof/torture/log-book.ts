import { z } from 'zod';

/** The output of the processes, counted: events, and failures by their messages. */
export type LogBook = {
  read(line: string): void;
  /** Deliveries taken over from dead or frozen workers, by the state they were in. */
  takenOver(): ReadonlyMap<string, number>;
  /** Failures other than an unreachable database, each with its count. */
  failures(): ReadonlyMap<string, number>;
};

const entry = z.object({
  msg: z.string(),
  level: z.number(),
  state: z.string().optional(),
  error: z.string().optional(),
  text: z.string().optional(),
  code: z.string().optional(),
  job: z.string().optional(),
});

/** Messages of pg and of our own code for an unreachable database, which a storm causes. */
const away =
  /^(08|53|57P|25P03)|^E[A-Z]+$|Connection terminated|Query read timeout|timeout exceeded|not queryable|client was closed/;

/** Starts an empty log book. */
export function openLogBook(): LogBook {
  const takenOver = new Map<string, number>();
  const failures = new Map<string, number>();
  const count = (book: Map<string, number>, key: string): void => {
    book.set(key, (book.get(key) ?? 0) + 1);
  };
  return {
    read: (line) => {
      const read = entry.safeParse(parse(line));
      if (!read.success) return;
      const { msg, level, state, error, text = '', code = '', job = '' } = read.data;
      if (msg === 'lease-ran-out') count(takenOver, state ?? '');
      // pg-boss reports an unreachable database in objects of its own.
      else if (level >= 50 && error !== 'object' && !away.test(code) && !away.test(text))
        count(failures, [msg, job, error, code, text].filter(Boolean).join(': '));
    },
    takenOver: () => takenOver,
    failures: () => failures,
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // a line of Node's own, or of a process that says why it cannot start
  }
}
