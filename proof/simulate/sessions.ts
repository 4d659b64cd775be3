/**
 * The real connections. Statements run one at a time; one that waits for a lock of an idle transaction is left waiting
 * and answered once that transaction has ended. Its process is stopped (SIGSTOP) until it may continue: several that
 * wait for the same lock would be woken at once, and the machine would choose which comes first. PostgreSQL is asked
 * which session waits for which, and a deadlock is broken here (its own detection is switched off), so that the victim
 * is always the same one.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { preparing } from '#db/prepared.ts';
import type { Random } from '../random.ts';

/** A real connection; `plain` is the same one for kysely. */
export type Session = { client: pg.PoolClient; plain: PostgresPoolClient; processId: number; inTransaction: boolean };

/** The result of a statement. */
export type Answer<T> = { kind: 'answer'; value: T } | { kind: 'error'; error: unknown };

type Waiting = { session: Session; done: Promise<void>; isDone: boolean; deliver: () => Promise<void> };

/** The connections of a database. */
export type Sessions = {
  take(): Promise<Session>;
  /** Takes a session back; an open transaction is rolled back. */
  giveBack(session: Session): Promise<void>;
  /** Runs a statement. `deliver` receives its result: at once, or later if it must wait for a lock. */
  run<T>(session: Session, ask: () => Promise<T>, deliver: (answer: Answer<T>) => Promise<void>): Promise<void>;
  isWaiting(session: Session): boolean;
  /** Whether any statement waits for a lock. */
  isAnyWaiting(): boolean;
  /** Continues one statement whose lock has become free, or breaks a deadlock; false if all must wait. */
  letOneGoOn(means: { random: Random; onDeadlock: () => void }): Promise<boolean>;
};

/** A statement is quicker than this unless it waits or the machine is busy: only then PostgreSQL is asked. */
const patienceMs = 3;

/** Opens sessions on a pool's connections as they are needed; they stay open for the next seed. */
export function openSessions(pool: pg.Pool): Sessions & { close(): void } {
  const free: Session[] = [];
  const lent = new Set<Session>();
  let waiting: Waiting[] = [];
  let monitor: pg.PoolClient | undefined;

  const ask = async <R extends object>(text: string, values: unknown[]): Promise<R[]> => {
    monitor ??= await pool.connect();
    return (await monitor.query<R>({ name: text.slice(0, 40), text, values })).rows;
  };
  const blockersOf = async (list: readonly Waiting[]): Promise<Map<number, number[]>> => {
    const rows = await ask<{ pid: number; blockers: number[] }>(
      'select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) as pid',
      [list.map(({ session }) => session.processId)],
    );
    return new Map(rows.filter(({ blockers }) => blockers.length > 0).map(({ pid, blockers }) => [pid, blockers]));
  };

  /** Waits until a statement is answered or waits for a lock; returns whether it waits. */
  const mustWait = async (one: Waiting): Promise<boolean> => {
    while (!one.isDone) {
      await Promise.race([one.done, sleep(patienceMs)]);
      if (!one.isDone && (await blockersOf([one])).has(one.session.processId)) return true;
    }
    return false;
  };
  // A stopped process cannot end cleanly.
  const letAllGo = (): void => {
    for (const one of waiting) goOn(one);
  };
  process.on('exit', letAllGo);
  const answerOrLeave = async (one: Waiting): Promise<void> => {
    if (!(await mustWait(one))) return one.deliver();
    process.kill(one.session.processId, 'SIGSTOP');
    waiting.push(one);
  };
  const goOn = (one: Waiting): void => {
    process.kill(one.session.processId, 'SIGCONT');
    waiting = waiting.filter((other) => other !== one);
  };

  const sessions: Sessions & { close(): void } = {
    take: async () => {
      const session = free.pop() ?? (await open(pool));
      lent.add(session);
      return session;
    },
    giveBack: async (session) => {
      if (session.inTransaction) {
        session.inTransaction = false;
        await session.client.query('rollback');
      }
      lent.delete(session);
      free.push(session);
    },
    run: async <T>(session: Session, query: () => Promise<T>, deliver: (answer: Answer<T>) => Promise<void>) => {
      let answer: Answer<T> = { kind: 'error', error: new Error('not answered yet') };
      const one: Waiting = { session, done: Promise.resolve(), isDone: false, deliver: () => deliver(answer) };
      one.done = query()
        .then(
          (value) => {
            answer = { kind: 'answer', value };
          },
          async (error: unknown) => {
            answer = { kind: 'error', error: asDeadlock(error) };
            // PostgreSQL reports an error before it releases the locks.
            await session.client.query('');
          },
        )
        .then(() => {
          one.isDone = true;
        });
      const mayWait = [...lent].some(
        (other) => other !== session && (other.inTransaction || sessions.isWaiting(other)),
      );
      if (!mayWait) await one.done;
      await answerOrLeave(one);
    },
    letOneGoOn: async ({ random, onDeadlock }) => {
      if (waiting.length === 0) return false;
      const blockers = await blockersOf(waiting);
      const freed = waiting.filter(({ session }) => !blockers.has(session.processId));
      const isFree = freed.length > 0;
      const one = isFree ? random.pick(freed) : inCircle(waiting, blockers);
      if (one === undefined) return false;
      goOn(one);
      if (!isFree) {
        onDeadlock();
        await ask('select pg_cancel_backend($1)', [one.session.processId]);
        await one.done;
      }
      await answerOrLeave(one);
      return true;
    },
    isWaiting: (session) => waiting.some((one) => one.session === session),
    isAnyWaiting: () => waiting.length > 0,
    close: () => {
      process.off('exit', letAllGo);
      letAllGo();
      monitor?.release();
      for (const { client } of free) client.release();
    },
  };
  return sessions;
}

async function open(pool: pg.Pool): Promise<Session> {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { client, plain: preparing(client), processId: rows[0]?.pid ?? 0, inTransaction: false };
}

/** The last of the sessions in the deadlock to begin waiting, as PostgreSQL would choose it. */
function inCircle(waiting: readonly Waiting[], blockers: ReadonlyMap<number, number[]>): Waiting | undefined {
  return waiting.findLast(({ session: { processId } }) => {
    const seen = new Set<number>();
    const reach = [...(blockers.get(processId) ?? [])];
    for (let pid = reach.pop(); pid !== undefined; pid = reach.pop()) {
      if (pid === processId) return true;
      if (!seen.has(pid)) reach.push(...(blockers.get(pid) ?? []));
      seen.add(pid);
    }
    return false;
  });
}

const cancelled = '57014';

/** PostgreSQL's error for the deadlock that we broke in its place. */
function asDeadlock(error: unknown): unknown {
  const isOurs = error instanceof Error && 'code' in error && error.code === cancelled;
  return isOurs ? Object.assign(new Error('deadlock detected'), { code: '40P01' }) : error;
}
