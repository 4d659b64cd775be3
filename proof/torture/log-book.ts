import { z } from 'zod';

/** What the processes wrote, counted: events, and failures by what they say. */
export type LogBook = {
  read(line: string): void;
  /** Deliveries taken over from dead or frozen workers, by the state they were in. */
  takenOver(): ReadonlyMap<string, number>;
  /** Failures that are not the database's absence, each with how often. */
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

/** Words of pg and of our own code for a database that is away, which a storm brings. */
const away =
  /^(08|53|57P|25P03)|^E[A-Z]+$|Connection terminated|Query read timeout|timeout exceeded|not queryable|client was closed/;

/** An empty book. */
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
      // pg-boss tells of a database that is away in objects of its own.
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
