/**
 * The log of failures. While the database or our storage of files is away, all that fails by it is one line at the
 * beginning, one a minute and one at the end, instead of one for each failure.
 */
import { isAway } from '../../publishing/index.ts';
import { isStorageAway } from '../../base/storage/storage.ts';
import type { Services } from '../../base/handlers.ts';
import { answersIn, noFile } from '../health/index.ts';
import { describeError, type Log } from '../http/index.ts';

type Cause = 'database' | 'storage';

/** Whether each of them answers: asked at the first failure, then once a second until it does. */
export type Probes = Readonly<Record<Cause, () => Promise<unknown>>>;

/** A log that takes errors as they were thrown. */
export type Failures = { say(event: string, fields: object, error: unknown): void; stop(): void };

/** Calls later; the result cancels it. */
type After = (milliseconds: number, call: () => void) => () => void;

type Failure = { event: string; fields: object; error: unknown };
/** What fails by one cause. It is an outage once its probe has failed, `beganAt` then; until then failures are kept. */
type Doubt = { kept: Failure[]; count: number; beganAt: number; saidAt: number; isOutage: boolean };

const probeMs = 1000;
const remindMs = 60_000;
const patienceMs = 5000;

const words = {
  database: { begins: 'database away', lasts: 'database still away', ends: 'database answers again' },
  storage: { begins: 'our storage away', lasts: 'our storage still away', ends: 'our storage answers again' },
} as const;

const ownAfter: After = (milliseconds, call) => {
  const timer = setTimeout(call, milliseconds).unref();
  return () => {
    clearTimeout(timer);
  };
};

/** Opens the log of failures. `now` is in milliseconds. */
export function openFailures(
  log: Log,
  { probes, now = () => performance.now(), after = ownAfter }: { probes: Probes; now?: () => number; after?: After },
): Failures {
  const doubts = new Map<Cause, Doubt>();
  const cancels = new Map<Cause, () => void>();
  const write = ({ event, fields, error }: Failure): void => {
    log.error({ ...fields, ...describeError(error) }, event);
  };

  const look = async (cause: Cause, doubt: Doubt): Promise<void> => {
    const answers = await answersIn(probes[cause](), patienceMs);
    const facts = { seconds: Math.round((now() - doubt.beganAt) / 1000), failures: doubt.count };
    if (answers) {
      doubts.delete(cause);
      if (doubt.isOutage) log.warn(facts, words[cause].ends);
      else doubt.kept.forEach(write);
      return;
    }
    if (!doubt.isOutage) {
      doubt.isOutage = true;
      const [first] = doubt.kept.splice(0);
      log.error({ event: first?.event, ...first?.fields, ...describeError(first?.error) }, words[cause].begins);
    } else if (now() - doubt.saidAt >= remindMs) {
      doubt.saidAt = now();
      log.error(facts, words[cause].lasts);
    }
    cancels.set(
      cause,
      after(probeMs, () => void look(cause, doubt)),
    );
  };

  return {
    say: (event, fields, error) => {
      const cause = causeOf(error);
      if (cause === null) return write({ event, fields, error });
      const doubt = doubts.get(cause);
      if (doubt !== undefined) {
        doubt.count += 1;
        if (!doubt.isOutage) doubt.kept.push({ event, fields, error });
        return;
      }
      const begun = { kept: [{ event, fields, error }], count: 1, beganAt: now(), saidAt: now(), isOutage: false };
      doubts.set(cause, begun);
      void look(cause, begun);
    },
    stop: () => {
      for (const cancel of cancels.values()) cancel();
    },
  };
}

/** A log of failures without probes: each is a line. */
export const plainFailures = (log: Log): Failures => ({
  say: (event, fields, error) => {
    log.error({ ...fields, ...describeError(error) }, event);
  },
  stop: () => {},
});

/** The log of failures of these services. */
export const failuresOf = (log: Log, { db, storage }: Pick<Services, 'db' | 'storage'>): Failures =>
  openFailures(log, {
    probes: { database: () => db.pool.query('select 1'), storage: () => storage.open(noFile) },
  });

/** What may be away, by an error: the probe decides, since other connections fail with the same codes. */
function causeOf(error: unknown): Cause | null {
  if (isStorageAway(error)) return 'storage';
  return isAway(error instanceof Error ? error : asError(error)) ? 'database' : null;
}

/** An error that pg-boss has copied into a plain object. */
function asError(error: unknown): Error | null {
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  return Object.assign(new Error(String(error.message)), 'code' in error ? { code: error.code } : {});
}
