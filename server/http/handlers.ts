import type { Name } from '#contract/index.ts';
import { calls } from '#contract/index.ts';
import type { Handlers, Reply } from '../handlers.ts';

/** A handler without its types: its input is what the contract's schema of the same call gave. */
export type Runner = { kind: 'plain' | 'outside' | 'reading'; run: (input: unknown, context: unknown) => Promise<Reply<unknown>> };

// `Handlers` has proved that each handler fits its call; here they are only told apart from what is no function.
const isRun = (value: unknown): value is Runner['run'] => typeof value === 'function';

function runnerOf(name: string, handler: unknown): Runner {
  if (isRun(handler)) return { kind: 'plain', run: handler };
  for (const kind of ['outside', 'reading'] as const) {
    const run: unknown = typeof handler === 'object' && handler !== null ? Reflect.get(handler, kind) : undefined;
    if (isRun(run)) return { kind, run };
  }
  throw new Error(`the call ${name} has no handler`);
}

/** A runner for every call of the contract. Throws for a call without a handler and for a handler without a call. */
export function runnersOf(handlers: Partial<Handlers>): ReadonlyMap<Name, Runner> {
  const known = new Set<string>(calls.map(({ name }) => name));
  const strangers = Object.keys(handlers).filter((name) => !known.has(name));
  if (strangers.length > 0) throw new Error(`handlers without a call: ${strangers.join(', ')}`);
  return new Map(calls.map(({ name }) => [name, runnerOf(name, handlers[name])]));
}

/** Throws for a call that two features answer. */
export function refuseDoubles(features: readonly Partial<Handlers>[]): void {
  const names = features.flatMap((feature) => Object.keys(feature));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`two handlers for ${twice.join(', ')}`);
}
