/**
 * A record outside the database: what a restored database, or one that took over after a failure, cannot know. Each
 * process appends to segments of its own; concurrent writes share one wait for the disk.
 */

import { randomBytes } from 'node:crypto';
import { attemptsIn, changesIn, keepDays, type AttemptEntry, type ChangeEntry, type JournalKind } from './entries.ts';
import { followAttempts } from './recent.ts';
import type { JournalStore } from './store.ts';

/** An open journal. */
export type Journal = {
  /** Writes entries; resolves when they are durable, and rejects if they are not so in time. */
  write(...entries: AttemptEntry[]): Promise<void>;
  /** Writes an entry with the next ones, or within a second; a loss costs a question more. */
  writeSoon(entry: AttemptEntry): void;
  writeChanges(entries: readonly ChangeEntry[]): Promise<void>;
  /** The entries of all processes since an instant, and some from before it. */
  attemptsSince(since: Date): Promise<AttemptEntry[]>;
  changesSince(since: Date): Promise<ChangeEntry[]>;
  /** All entries about a delivery that any process has made durable by now, of the last two hours before `at`. */
  attemptsAt(delivery: string, at: Date): Promise<AttemptEntry[]>;
  /** Removes the segments that are older than `keepDays` says; returns how many. */
  thin(now: Date): Promise<number>;
  /** Writes what is left. */
  close(): Promise<void>;
};

type Line = { text: string; at: Date; resolve: () => void; reject: (error: unknown) => void };

const hour = 3_600_000;
const day = 24 * hour;
const soonMs = 1000;
/** Segments are named by the time of their first entry; the one of an hour ago may hold a line of now. */
const recentMs = 2 * hour;

/** Opens a journal; nothing is written before the first entry. `patienceMs`: how long a write may take. */
export function createJournal(store: JournalStore, { patienceMs = 5000 }: { patienceMs?: number } = {}): Journal {
  const process = randomBytes(6).toString('hex');
  const attempts = createWriter(store, { kind: 'attempts', process, patienceMs });
  const recent = followAttempts(store, process);
  const changes = createWriter(store, { kind: 'changes', process, patienceMs });

  const since = async <Entry extends { at: Date }>(
    kind: JournalKind,
    from: Date,
    entriesIn: (text: string) => Entry[],
  ): Promise<Entry[]> => {
    const segments = (await store.list()).filter((name) => kindOf(name) === kind && isAtLeast(name, from));
    const texts: string[] = [];
    for (const segment of segments) texts.push(await store.read(segment));
    return texts.flatMap(entriesIn).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  };

  return {
    write: async (...entries) => {
      await Promise.all(entries.map((entry) => attempts.write(entry)));
      recent.remember(entries);
    },
    writeSoon: (entry) => {
      recent.remember([entry]);
      attempts.writeSoon(entry);
    },
    writeChanges: async (entries) => {
      await Promise.all(entries.map((entry) => changes.write(entry)));
    },
    attemptsSince: (from) => since('attempts', from, attemptsIn),
    changesSince: (from) => since('changes', from, changesIn),
    attemptsAt: (delivery, at) => {
      const since = Math.max(0, at.getTime() - recentMs);
      return inTime(recent.about(delivery, { from: `attempts-${stamp(new Date(since))}`, since }), patienceMs);
    },
    thin: async (now) => {
      const old = (await store.list()).filter((name) => {
        const kind = kindOf(name);
        return kind !== null && !isAtLeast(name, new Date(now.getTime() - keepDays[kind] * day));
      });
      for (const name of old) await store.remove(name);
      return old.length;
    },
    close: async () => {
      await Promise.all([attempts.close(), changes.close()]);
    },
  };
}

/** Segments are named by the time of their first entry, and hold entries of one hour at most. */
const nameOf = (kind: JournalKind, at: Date, rest: string): string => `${kind}-${stamp(at)}-${rest}.jsonl`;

const stamp = (at: Date): string => at.toISOString().replaceAll(/[-:.]/g, '');

const kindOf = (name: string): JournalKind | null =>
  name.startsWith('attempts-') ? 'attempts' : name.startsWith('changes-') ? 'changes' : null;

const isAtLeast = (name: string, from: Date): boolean =>
  (name.split('-')[1] ?? '') >= stamp(new Date(Math.max(0, from.getTime() - hour)));

function createWriter(
  store: JournalStore,
  { kind, process, patienceMs }: { kind: JournalKind; process: string; patienceMs: number },
) {
  let queue: Line[] = [];
  let underWay: Promise<void> | null = null;
  let segment: { name: string; from: Date; bytes: number } | null = null;
  let segments = 0;
  let soon: NodeJS.Timeout | undefined;

  const segmentFor = async (at: Date): Promise<{ name: string; from: Date; bytes: number }> => {
    const isFull = segment !== null && segment.bytes >= store.segmentBytes;
    if (segment !== null && !isFull && Math.abs(at.getTime() - segment.from.getTime()) < hour / 2) return segment;
    if (segment !== null) await store.finish(segment.name);
    segments += 1;
    segment = { name: nameOf(kind, at, `${process}-${segments}`), from: at, bytes: 0 };
    return segment;
  };

  const writeAll = async (): Promise<void> => {
    clearTimeout(soon);
    soon = undefined;
    const [first] = queue;
    if (first === undefined) return;
    const isNear = ({ at }: Line): boolean => Math.abs(at.getTime() - first.at.getTime()) < hour / 2;
    const lines = queue.filter(isNear);
    queue = queue.filter((line) => !isNear(line));
    try {
      const into = await segmentFor(first.at);
      const text = lines.map((line) => line.text).join('');
      into.bytes += text.length;
      await store.append(into.name, text);
      for (const { resolve } of lines) resolve();
    } catch (error) {
      // What follows a torn line would be lost with it.
      const broken = segment;
      segment = null;
      if (broken !== null) await store.finish(broken.name).catch(() => {});
      for (const { reject } of lines) reject(error);
    }
  };

  const start = (): void => {
    if (underWay !== null || queue.length === 0) return;
    underWay = writeAll().finally(() => {
      underWay = null;
      start();
    });
  };

  const add = (entry: AttemptEntry | ChangeEntry): Promise<void> =>
    new Promise((resolve, reject) => {
      queue.push({ text: `${JSON.stringify(entry)}\n`, at: entry.at, resolve, reject });
    });

  return {
    write: (entry: AttemptEntry | ChangeEntry): Promise<void> => {
      const written = add(entry);
      queueMicrotask(start);
      return inTime(written, patienceMs);
    },
    writeSoon: (entry: AttemptEntry): void => {
      add(entry).catch(() => {}); // only an outcome, which can be read back instead
      soon ??= setTimeout(start, soonMs).unref();
    },
    close: async (): Promise<void> => {
      clearTimeout(soon);
      start();
      while (underWay !== null) await underWay;
      if (segment !== null) await store.finish(segment.name);
      segment = null;
    },
  };
}

function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the journal did not answer in time')), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
