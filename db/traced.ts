import { tracingChannel } from 'node:diagnostics_channel';

const statements = tracingChannel('agencyreel:statement');

/**
 * Runs a statement, and reports it to whatever traces statements. Called where the statement begins, not where the pool
 * lends a connection: that happens in the context that gave it back.
 */
export const tracedStatement = <T>(statement: { name?: string; text: string }, run: () => Promise<T>): Promise<T> =>
  statements.hasSubscribers ? statements.tracePromise(run, { ...statement }) : run();
