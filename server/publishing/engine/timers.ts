/** Calls later, once or periodically; the returned function cancels it. No timer keeps the process alive. */
export type Timers = {
  after(milliseconds: number, call: () => void): () => void;
  every(milliseconds: number, call: () => void): () => void;
};

/** This process's own timers. */
export const ownTimers: Timers = {
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds).unref();
    return () => {
      clearTimeout(timer);
    };
  },
  every: (milliseconds, call) => {
    const timer = setInterval(call, milliseconds).unref();
    return () => {
      clearInterval(timer);
    };
  },
};
