/** Traces of calls with their statements, and of posts with their requests, for OpenTelemetry. */
import { tracingChannel } from 'node:diagnostics_channel';
import type { Config } from '../settings/config.ts';

/** A call of the contract. */
export type TracedCall = { call: string };
/** A post that goes out: ids only. */
export type TracedPost = { network: string; deliveryId: string; agencyId: string };

const calls = tracingChannel('agencyreel:call');
const posts = tracingChannel('agencyreel:post');

/** Answers a call as one span, if traces are on. */
export const traceCall = <T>(call: TracedCall, answer: () => Promise<T>): Promise<T> =>
  calls.hasSubscribers ? calls.tracePromise(answer, call) : answer();

/** Publishes a post as one span, if traces are on. */
export const tracePost = <T>({ network, deliveryId, agencyId }: TracedPost, publish: () => Promise<T>): Promise<T> =>
  posts.hasSubscribers ? posts.tracePromise(publish, { network, deliveryId, agencyId }) : publish();

/** Sends traces to where the settings say, until `close`. Without them nothing is loaded, and tracing costs nothing. */
export async function startTracing({ tracing }: Pick<Config, 'tracing'>): Promise<{ close(): Promise<void> }> {
  if (tracing === null) return { close: () => Promise.resolve() };
  const { openTraces } = await import('./open-traces.ts');
  return openTraces(tracing);
}
