/**
 * The log of failures. While the database or our storage of files is away, all that fails by it is one line at the
 * beginning, one a minute and one at the end, instead of one for each failure.
 */
import { answersIn } from '../health/index.ts';
import { describeError, type Log } from '../http/index.ts';
import { isAway } from '../../publishing/index.ts';
import { isStorageAway } from '../../base/storage/storage.ts';

type Cause = 'database' | 'storage';

/** Whether each of them answers, asked once a second while it is away. */
export type Probes = Readonly<Record<Cause, () => Promise<unknown>>>;

/** A log that takes errors as they were thrown. */
export type Failures = { say(event: string, fields: object, error: unknown): void; stop(): void };

type Outage = { beganAt: number; saidAt: number; failures: number };

const probeMs = 1000;
const remindMs = 60_000;
const patienceMs = 5000;

const messages = {
  database: { begins: 'database away', lasts: 'database still away', ends: 'database answers again' },
  storage: { begins: 'our storage away', lasts: 'our storage still away', ends: 'our storage answers again' },
} as const;

/** Opens the log of failures. `clock` is in milliseconds. */
export function openFailures(
  log: Log,
  { probes, clock = () => performance.now() }: { probes: Probes; clock?: () => number },
): Failures {
  const outages = new Map<Cause, Outage>();
  const timers = new Map<Cause, NodeJS.Timeout>();

  const look = async (cause: Cause, outage: Outage): Promise<void> => {
    const answers = await answersIn(probes[cause](), patienceMs);
    const [now, { begins: _begins, lasts, ends }] = [clock(), messages[cause]];
    const facts = { seconds: Math.round((now - outage.beganAt) / 1000), failures: outage.failures };
    if (answers) {
      outages.delete(cause);
      log.warn(facts, ends);
      return;
    }
    if (now - outage.saidAt >= remindMs) {
      outage.saidAt = now;
      log.error(facts, lasts);
    }
    lookLater(cause, outage);
  };
  const lookLater = (cause: Cause, outage: Outage): void => {
    timers.set(cause, setTimeout(() => void look(cause, outage), probeMs).unref());
  };

  return {
    say: (event, fields, error) => {
      const cause = causeOf(error);
      if (cause === null) return log.error({ ...fields, ...describeError(error) }, event);
      const outage = outages.get(cause);
      if (outage !== undefined) {
        outage.failures += 1;
        return;
      }
      const begun: Outage = { beganAt: clock(), saidAt: clock(), failures: 1 };
      outages.set(cause, begun);
      log.error({ ...fields, ...describeError(error), event }, messages[cause].begins);
      lookLater(cause, begun);
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

const causeOf = (error: unknown): Cause | null =>
  isStorageAway(error) ? 'storage' : isAway(error) ? 'database' : null;
