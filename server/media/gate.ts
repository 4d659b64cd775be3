/**
 * Lets at most `most` pieces of work run at once; the others wait their turn. Decoding a large picture takes hundreds of
 * megabytes, so what many people upload at the same time is decoded one after the other.
 */
export function openGate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => { waiting.push(resolve); });
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to whoever waits, so it is never counted free in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
