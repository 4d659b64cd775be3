import { isAway } from '../database-away.ts';

/** A request with the resolvers of its promise. */
type Asked<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };

/**
 * Collects requests while an earlier batch runs, and then runs them together: a single one does not wait, and a hundred
 * at a time cost one commit. `run` returns results in the order of its items. One batch, of at most `max`, runs at a
 * time, and begins when `inOrder` lets it, with all requests so far. A failed batch, which changed nothing, is run one
 * by one, so that an item that cannot be written does not block others.
 */
export function batched<T, R>(
  run: (items: T[]) => Promise<R[]>,
  { max, inOrder = (work) => work() }: { max: number; inOrder?: (work: () => Promise<void>) => Promise<void> },
): (item: T) => Promise<R> {
  const queue: Asked<T, R>[] = [];
  let isUnderWay = false;

  const start = (): void => {
    if (isUnderWay || queue.length === 0) return;
    isUnderWay = true;
    void inOrder(() => answer(queue.splice(0, max))).finally(() => {
      isUnderWay = false;
      start();
    });
  };

  const answer = async (asked: Asked<T, R>[]): Promise<void> => {
    const failed = await answerTogether(asked);
    if (failed === null) return;
    const alone = asked.length > 1 && !isAway(failed.error);
    if (!alone) for (const { reject } of asked) reject(failed.error);
    else for (const one of asked) await answer([one]);
  };

  const answerTogether = async (asked: Asked<T, R>[]): Promise<{ error: unknown } | null> => {
    try {
      const results = await run(asked.map(({ item }) => item));
      if (results.length !== asked.length) throw new Error(`a batch of ${asked.length} got ${results.length} answers`);
      asked.forEach(({ resolve }, index) => {
        const result = results[index];
        if (result !== undefined) resolve(result);
      });
      return null;
    } catch (error) {
      return { error };
    }
  };

  return (item) =>
    new Promise<R>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // After the current turn of the event loop, so that all its requests go together.
      if (queue.length === 1) queueMicrotask(start);
    });
}
