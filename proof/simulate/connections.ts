/**
 * The database as the actors see it: every statement is a step, before and after which a fault may happen. A killed
 * worker's transaction is rolled back; a lost connection may have carried out a statement without returning its answer.
 */

import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type DatabaseConnection,
  type Driver,
} from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Connection, Connections } from '#server/publishing/statements.ts';
import type { Faults } from './faults.ts';
import type { Random } from '../random.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import type { Answer, Session, Sessions } from './sessions.ts';
import { firstWords, isWriting, notifies } from './statement-texts.ts';

/** Replacements for statements' texts, by name: they prove that the checker notices a broken one. */
export type Replaced = (statement: { name: string; text: string }) => string;

/** The dependencies of a database of virtual connections. */
export type DatabaseMeans = {
  scheduler: Scheduler;
  sessions: Sessions;
  /** Resumes one connection that has waited for a lock; false if none can continue. */
  letOneGoOn: () => Promise<boolean>;
  faults: Faults;
  random: Random;
  replaced: Replaced;
  /** Kills a worker: it takes no further step. */
  kill: (actor: Actor) => Promise<void>;
  /** Called when something may have been committed; `isTold` if PostgreSQL has notified the listeners. */
  onChange: (isNotified: boolean) => void;
  told: (actor: string, what: string) => void;
};

/** An actor's connection. It has a session while it runs a statement or has a transaction open. */
type Lent = { actor: Actor; session: Session | null; isLost: boolean; wrote: boolean; tells: boolean };

type Result<R> = { rows: R[]; rowCount: number | null; command: string };
type Asked<R> = { what: string; text: string; ask: (session: Session) => Promise<Result<R>> };

/** The database of one seed. */
export type VirtualDatabase = {
  /** A pool for the engine. */
  poolOf(actor: Actor): Connections;
  /** Transactions of an agency, like those of the server's calls. */
  asAgencyOf(actor: Actor): <T>(agencyId: string, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Ends all connections of an actor that has ended. */
  drop(actor: Actor): Promise<void>;
  /** Ends the transactions in which a frozen actor has been idle for longer than the server allows. */
  endIdle(actor: Actor): Promise<void>;
  /** Ends all connections; their actors go on. No statement may wait for a lock. */
  loseAll(): Promise<void>;
  /** Ends all actors, so that no transaction stays open for the next seed. */
  end(): Promise<void>;
  isAway(): boolean;
};

/** The probabilities at each statement. Only workers are killed; people lose connections, too. */
const chances = { kill: 0.002, lose: 0.002, away: 0.0006, late: 0.25, freeze: 0.05 };

const connectionLost = (): Error => new Error('Connection terminated unexpectedly');
const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** Opens the virtual database. */
export function openVirtualDatabase(means: DatabaseMeans): VirtualDatabase {
  const { scheduler, sessions, faults, random } = means;
  const lentTo = new Set<Lent>();
  let awayUntil = 0;
  const isAway = (): boolean => scheduler.now() < awayUntil && !faults.hasEnded();

  const lend = (actor: Actor): Lent => {
    const lent: Lent = { actor, session: null, isLost: false, wrote: false, tells: false };
    lentTo.add(lent);
    return lent;
  };
  const release = async (lent: Lent): Promise<void> => {
    const { session } = lent;
    lent.session = null;
    if (session !== null) await sessions.giveBack(session);
  };
  const lose = async (lent: Lent): Promise<void> => {
    lent.isLost = true;
    await release(lent);
  };
  const goAway = async (): Promise<void> => {
    awayUntil = scheduler.now() + random.pick([200, 3000, 40_000, 90_000, 900_000]);
    for (const lent of lentTo) if (lent.session !== null) await lose(lent);
  };

  /** The faults that may happen before a statement; true if it must not be executed. */
  const breaksBefore = async (lent: Lent, reject: (error: Error) => void): Promise<boolean> => {
    const { actor } = lent;
    if (actor.name.startsWith('worker') && faults.strikes('worker killed before a statement', chances.kill)) {
      await means.kill(actor);
      return true;
    }
    if (!isAway() && !sessions.isAnyWaiting() && faults.strikes('database away', chances.away)) await goAway();
    if (isAway() || lent.isLost) {
      reject(isAway() ? refused() : connectionLost());
      return true;
    }
    if (!faults.strikes('database connection lost before a statement', chances.lose)) return false;
    await lose(lent);
    reject(connectionLost());
    return true;
  };

  const statement = <R>(lent: Lent, { what, text, ask }: Asked<R>): Promise<Result<R>> =>
    new Promise((resolve, reject) => {
      const { actor } = lent;
      const answered = async (session: Session, answer: Answer<Result<R>>): Promise<void> => {
        noteTransaction(session, text);
        if (answer.kind === 'answer' && isWriting(text) && (answer.value.rowCount ?? 0) > 0) lent.wrote = true;
        if (notifies.test(text)) lent.tells = true;
        if (lent.wrote && !session.inTransaction) {
          means.onChange(lent.tells);
          Object.assign(lent, { wrote: false, tells: false });
        }
        if (answer.kind === 'error') means.told(actor.name, `  ${String(answer.error)}`);
        else if ((answer.value.rowCount ?? 0) > 0) means.told(actor.name, `  ${what}: ${answer.value.rowCount}`);
        if (!session.inTransaction || !actor.alive) await release(lent);
        if (!actor.alive) return;
        if (actor.name.startsWith('worker') && faults.strikes('worker killed after a statement', chances.kill))
          return means.kill(actor);
        if (faults.strikes('database connection lost after a statement', chances.lose)) {
          await lose(lent);
          reject(connectionLost());
          return;
        }
        const tell = (): void => {
          if (answer.kind === 'answer') resolve(answer.value);
          else reject(answer.error instanceof Error ? answer.error : new Error(String(answer.error)));
        };
        // The longest window: the worker may send, and is then frozen for hours.
        const isFrozen =
          /set state = 'sending'/.test(text) && faults.strikes('worker frozen right after the fence', chances.freeze);
        if (isFrozen) actor.frozenUntil = scheduler.now() + random.pick([30_000, 70_000, 10_800_000]);
        if (isFrozen || random.chance(chances.late)) scheduler.ask(actor, `answer to ${what}`, tell);
        else tell();
      };
      scheduler.ask(actor, what, async () => {
        if (await breaksBefore(lent, reject)) return;
        lent.session ??= await sessions.take();
        const { session } = lent;
        if (/^begin\b/.test(text)) session.inTransaction = true;
        await sessions.run(
          session,
          () => ask(session),
          (answer) => answered(session, answer),
        );
      });
    });

  const connectionOf = (lent: Lent): Connection => ({
    query: <R extends object>(
      query: string | { name?: string; text: string; values?: unknown[] },
    ): Promise<{ rows: R[] }> => {
      const given = typeof query === 'string' ? { text: query } : query;
      const text = means.replaced({ name: given.name ?? '', text: given.text });
      const isReplaced = text !== given.text;
      const asked = isReplaced ? { text, values: given.values ?? [] } : given;
      return statement<R>(lent, {
        what: given.name ?? firstWords(text),
        text,
        ask: (session) => session.client.query<R>(asked),
      });
    },
  });

  const driverOf = (actor: Actor): Driver => {
    const lents = new WeakMap<DatabaseConnection, Lent>();
    const control = async (connection: DatabaseConnection, text: string): Promise<void> => {
      await connection.executeQuery(CompiledQuery.raw(text));
    };
    return {
      init: () => Promise.resolve(),
      acquireConnection: async () => {
        const lent = lend(actor);
        const connection: DatabaseConnection = {
          executeQuery: async <R>({ sql: text, parameters }: CompiledQuery) => {
            const replaced = means.replaced({ name: '', text });
            const { rows, rowCount, command } = await statement<R>(lent, {
              what: firstWords(text),
              text: replaced,
              ask: (session) => session.plain.query<R>(replaced, [...parameters]),
            });
            return /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command)
              ? { rows, numAffectedRows: BigInt(rowCount ?? 0) }
              : { rows };
          },
          streamQuery: () => {
            throw new Error('nothing is streamed here');
          },
        };
        lents.set(connection, lent);
        return connection;
      },
      beginTransaction: (connection) => control(connection, 'begin'),
      commitTransaction: (connection) => control(connection, 'commit'),
      rollbackTransaction: (connection) => control(connection, 'rollback'),
      releaseConnection: async (connection) => {
        const lent = lents.get(connection);
        if (lent !== undefined) await dismiss(lent);
      },
      destroy: () => Promise.resolve(),
    };
  };
  const dismiss = async (lent: Lent): Promise<void> => {
    lentTo.delete(lent);
    if (lent.session?.inTransaction === true) await lose(lent);
  };

  const database: VirtualDatabase = {
    isAway,
    poolOf: (actor) => ({
      query: async (query) => {
        const lent = lend(actor);
        try {
          return await connectionOf(lent).query(query);
        } finally {
          lentTo.delete(lent);
        }
      },
      connect: () => {
        const lent = lend(actor);
        // A connection whose transaction could not be rolled back is discarded, and the server then rolls it back.
        return Promise.resolve({
          ...connectionOf(lent),
          release: () => {
            if (lent.session === null) lentTo.delete(lent);
            else scheduler.ask(actor, 'release', () => dismiss(lent));
          },
        });
      },
      end: () => Promise.resolve(),
    }),
    asAgencyOf: (actor) => {
      const kysely = new Kysely<Tables>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => driverOf(actor),
          createIntrospector: (db) => new PostgresIntrospector(db),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
      });
      return <T>(agencyId: string, work: (tx: Tx) => Promise<T>) =>
        kysely.transaction().execute(async (tx) => {
          await sql`select set_config('app.agency_id', ${agencyId}, true)`.execute(tx);
          return work(tx);
        });
    },
    endIdle: async (actor) => {
      for (const lent of lentTo) {
        if (lent.actor !== actor || lent.session?.inTransaction !== true || sessions.isWaiting(lent.session)) continue;
        faults.count('idle transaction ended');
        await lose(lent);
      }
    },
    loseAll: async () => {
      for (const lent of lentTo) if (lent.session !== null) await lose(lent);
    },
    end: async () => {
      for (const { actor } of lentTo) scheduler.kill(actor);
      for (const { actor } of lentTo) await database.drop(actor);
      while (await means.letOneGoOn());
    },
    drop: async (actor) => {
      for (const lent of lentTo) {
        if (lent.actor !== actor) continue;
        lentTo.delete(lent);
        // A statement that waits for a lock is still executed, as the server notices the lost connection only
        // afterwards.
        if (lent.session !== null && !sessions.isWaiting(lent.session)) await release(lent);
      }
    },
  };
  return database;
}

function noteTransaction(session: Session, text: string): void {
  if (/^(commit|rollback)\b/.test(text)) session.inTransaction = false;
}
