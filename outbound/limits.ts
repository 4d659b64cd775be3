/** How long a request may take and how large its answer may be. */

import { OutboundFailure } from './failures.ts';

/**
 * Time limits of one request, in milliseconds; `timeoutMs` covers all of it, from the call to the last byte of the
 * answer.
 */
export type TimeLimits = {
  timeoutMs?: number;
  /** The limit until the connection is open: name, TCP and TLS. */
  connectMs?: number;
  /** The limit from the last byte of the request to the first of the answer. None by default. */
  firstByteMs?: number;
  /** The limit of time without a byte in either direction once connected. None by default. */
  idleMs?: number;
};

/** The default of `connectMs`. */
export const defaultConnectMs = 10_000;
/** The default of `timeoutMs`. */
export const defaultTimeoutMs = 30_000;
/** The default limit of an answer that is read into memory, in bytes. */
export const defaultMaxBytes = 2_000_000;

/** Follows one request through its stages. */
export type Watch = {
  connected(): void;
  /** A byte was sent or received. */
  moved(): void;
  /** The whole request was sent. */
  sent(): void;
  answered(): void;
  stop(): void;
};

/** Starts the timers of one request; `late` is called once, when one of them runs out. */
export function watch(
  { timeoutMs = defaultTimeoutMs, connectMs = defaultConnectMs, firstByteMs, idleMs }: TimeLimits,
  late: (failure: OutboundFailure) => void,
): Watch {
  const running = new Map<string, NodeJS.Timeout>();
  const clear = (name: string): void => {
    clearTimeout(running.get(name));
    running.delete(name);
  };
  const stop = (): void => [...running.keys()].forEach(clear);
  const start = (name: string, ms: number | undefined): void => {
    if (ms === undefined) return;
    clear(name);
    running.set(
      name,
      setTimeout(() => {
        stop();
        late(new OutboundFailure('TIMED_OUT'));
      }, ms),
    );
  };
  start('total', timeoutMs);
  start('connect', connectMs);
  return {
    connected() {
      clear('connect');
      start('idle', idleMs);
    },
    moved: () => running.get('idle')?.refresh(),
    sent: () => start('first byte', firstByteMs),
    answered: () => clear('first byte'),
    stop,
  };
}

/**
 * Refuses a body that is larger than `maxBytes` by its head. For bodies only: the answer to HEAD has a length and no
 * body.
 */
export function checkLength(headers: Readonly<Record<string, string>>, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new OutboundFailure('REPLY_TOO_LARGE');
}
