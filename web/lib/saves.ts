import { isUnanswered } from '../api/call.ts';

/** The saves of one document. */
export type Saves<Request, Done> = {
  /**
   * Sends what `next` makes, null for nothing to save, when the saves before it are settled. A save whose answer was
   * lost is sent again before it, unchanged: it may have arrived, and then the next one is based on it. If it
   * `includes` everything, it is the only one. `send` also notes what was saved; throws what it throws.
   */
  save: (wanted: {
    send: (request: Request) => Promise<Done>;
    includes: (earlier: Request) => boolean;
    next: () => Promise<Request | null> | Request | null;
  }) => Promise<Done | null>;
};

/** Saves one at a time. */
export function createSaves<Request, Done>(): Saves<Request, Done> {
  let last: Promise<unknown> = Promise.resolve();
  let unanswered: Request | null = null;

  const track = async (request: Request, send: (request: Request) => Promise<Done>): Promise<Done> => {
    try {
      const done = await send(request);
      unanswered = null;
      return done;
    } catch (error) {
      unanswered = isUnanswered(error) ? request : null;
      throw error;
    }
  };
  return {
    save: ({ send, includes, next }) => {
      const work = async (): Promise<Done | null> => {
        if (unanswered !== null) {
          const isAll = includes(unanswered);
          const done = await track(unanswered, send);
          if (isAll) return done;
        }
        const request = await next();
        return request === null ? null : track(request, send);
      };
      const saving = last.then(work);
      last = saving.catch(() => undefined); // its own caller gets the failure
      return saving;
    },
  };
}
