/**
 * One request and its answer over an open pool. Nothing here retries, and nothing here logs: addresses carry tokens.
 */

import { tracingChannel } from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import type { Body } from './body.ts';
import { describeFailure, OutboundFailure } from './failures.ts';
import { watch, type TimeLimits } from './limits.ts';
import type { Head, Sink } from './sinks.ts';

/** One request. */
export type HttpRequest = TimeLimits & {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: Body;
  signal: AbortSignal;
  /** The largest answer that is read, decompressed; 2 MB by default. */
  maxBytes?: number;
  /** How many redirects of GET and HEAD are followed; none by default. */
  redirects?: number;
};

/**
 * Why there is no answer. 'unreachable': the server certainly did not get the complete request. 'unknown': it may have,
 * and no readable answer came. Messages name the host and never the path.
 */
export type Unanswered = { kind: 'unreachable'; message: string } | { kind: 'unknown'; message: string };

/** The result of an exchange: the head of the answer and its body. */
export type Exchanged<Value> = { kind: 'answered'; head: Head; value: Value } | Unanswered;

/** How much of a request has left us; decides between 'unreachable' and 'unknown' when it fails. */
type Progress = { wholeSent: boolean; moved(): void; sent(): void };

/**
 * Sends a request and reads the answer into the sink that `sinkOf` returns for its head. Rejects only if the sink
 * itself fails (a full disk): every failure of the server or the connection is an outcome.
 */
export const exchange = <Value>(
  agent: Agent,
  request: HttpRequest,
  sinkOf: (head: Head) => Sink<Value>,
): Promise<Exchanged<Value>> =>
  requests.hasSubscribers
    ? requests.tracePromise(() => exchangeOnce(agent, request, sinkOf), {
        method: request.method,
        host: request.url.hostname,
      })
    : exchangeOnce(agent, request, sinkOf);

/** Reports requests, by host only, to whatever traces them. */
const requests = tracingChannel('agencyreel:request');

function exchangeOnce<Value>(
  agent: Agent,
  request: HttpRequest,
  sinkOf: (head: Head) => Sink<Value>,
): Promise<Exchanged<Value>> {
  const { url, body, signal } = request;
  return new Promise((settle, reject) => {
    let answer: { head: Head; sink: Sink<Value> } | null = null;
    let abort: ((reason: Error) => void) | null = null;
    let failed: Error | null = null;
    let settled = false;

    const finish = (end: () => void): void => {
      if (settled) return;
      clock.stop();
      signal.removeEventListener('abort', onAbort);
      settled = true;
      end();
    };
    const fail = (error: Error): void => {
      failed ??= error;
      const outcome: Unanswered = {
        kind: progress.wholeSent ? 'unknown' : 'unreachable',
        message: describeFailure(failed, url),
      };
      finish(() => {
        dropped(answer?.sink).then(() => settle(outcome), reject);
      });
      abort?.(failed);
    };
    const failSink = (error: Error): void => {
      if (error instanceof OutboundFailure) return fail(error);
      finish(() => {
        dropped(answer?.sink).then(() => reject(error), reject);
      });
      abort?.(error);
    };
    const onAbort = (): void => fail(new OutboundFailure('STOPPED'));
    const clock = watch(request, fail);
    const progress: Progress = { wholeSent: false, moved: clock.moved, sent: clock.sent };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) return onAbort();

    agent.dispatch(optionsOf(request, progress), {
      // undici calls this when it has a connected socket and is about to write the head: no byte was sent before.
      onRequestStart(controller) {
        abort = (reason) => controller.abort(reason);
        if (failed !== null) return controller.abort(failed);
        clock.connected();
        if (body?.kind === 'readable') return;
        progress.wholeSent = true;
        clock.sent();
      },
      onResponseStart(_controller, status, given) {
        clock.moved();
        if (status < 200 || settled) return;
        clock.answered();
        try {
          const head: Head = { status, headers: flatten(given), url };
          answer = { head, sink: sinkOf(head) };
        } catch (error) {
          failSink(asError(error));
        }
      },
      onResponseData(controller, chunk) {
        clock.moved();
        if (answer === null || settled) return;
        try {
          const room = answer.sink.write(chunk);
          if (room === null) return;
          controller.pause();
          room.then(() => controller.resume(), failSink);
        } catch (error) {
          failSink(asError(error));
        }
      },
      onResponseEnd() {
        if (answer === null || settled) return;
        const { head, sink } = answer;
        sink.end().then((value) => {
          finish(() => settle({ kind: 'answered', head, value }));
        }, failSink);
      },
      onResponseError(_controller, error) {
        fail(error);
      },
    });
  });
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error('thrown', { cause: thrown }));
const dropped = async (sink: Sink<unknown> | undefined): Promise<void> => sink?.drop();

function optionsOf({ method, url, headers, body }: HttpRequest, progress: Progress): Dispatcher.DispatchOptions {
  const base = { origin: url.origin, path: url.pathname + url.search, method };
  const common = { 'accept-encoding': 'identity', 'user-agent': 'AgencyReel', ...headers };
  switch (body?.kind) {
    case undefined:
      return { ...base, headers: common };
    case 'bytes':
      return { ...base, headers: { ...common, 'content-type': body.contentType }, body: body.bytes };
    case 'readable': {
      const length = body.sizeBytes === null ? {} : { 'content-length': String(body.sizeBytes) };
      return {
        ...base,
        headers: { ...common, 'content-type': body.contentType, ...length },
        body: Readable.from(watched(body, progress), { objectMode: false }),
      };
    }
    default:
      return body satisfies never;
  }
}

/**
 * Passes the bytes on and marks the request as sent right before it can be complete: before the last byte of a body
 * with a length, before the end of a chunked one.
 */
async function* watched(
  { sizeBytes, chunks }: Extract<Body, { kind: 'readable' }>,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  let passed = 0;
  try {
    for await (const chunk of chunks()) {
      passed += chunk.byteLength;
      progress.moved();
      if (sizeBytes !== null && passed >= sizeBytes) {
        progress.wholeSent = true;
        progress.sent();
      }
      yield chunk;
    }
  } catch (error) {
    throw new OutboundFailure('FILE_UNREADABLE', error);
  }
  if (sizeBytes !== null) return;
  progress.wholeSent = true;
  progress.sent();
}

function flatten(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));
}
