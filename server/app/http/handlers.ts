import { type Name, calls } from '#contract/index.ts';
import type { Handlers, Reply } from '../../base/handlers.ts';

/** A handler without its types: its input was parsed by the contract's schema of the same call. */
export type Runner = {
  kind: 'plain' | 'outside' | 'reading';
  run: (input: unknown, context: unknown) => Promise<Reply<unknown>>;
};

// `Handlers` proves that each handler fits its call; only values that are not functions are filtered out here.
const isRun = (value: unknown): value is Runner['run'] => typeof value === 'function';

function runnerOf(name: string, handler: unknown): Runner {
  if (isRun(handler)) return { kind: 'plain', run: handler };
  if (typeof handler === 'object' && handler !== null) {
    if ('outside' in handler && isRun(handler.outside)) return { kind: 'outside', run: handler.outside };
    if ('reading' in handler && isRun(handler.reading)) return { kind: 'reading', run: handler.reading };
  }
  throw new Error(`the call ${name} has no handler`);
}

/** A runner for every call of the contract. Throws for a call without a handler and for a handler without a call. */
export function runnersOf(handlers: Partial<Handlers>): ReadonlyMap<Name, Runner> {
  const known = new Set<string>(calls.map(({ name }) => name));
  const unknown = Object.keys(handlers).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`handlers without a call: ${unknown.join(', ')}`);
  return new Map(calls.map(({ name }) => [name, runnerOf(name, handlers[name])]));
}

type NamesOf<Feature> = Feature extends unknown ? keyof Feature : never;

/** Empty if the features answer every call; otherwise a property that names those without a handler. */
type Complete<Feature> = [Exclude<Name, NamesOf<Feature>>] extends [never]
  ? unknown
  : { callsWithoutHandler: Exclude<Name, NamesOf<Feature>> };

/** The handlers of all features as one table. A call without a handler does not compile; a call with two throws. */
export function joinHandlers<Feature extends Partial<Handlers>>(
  features: readonly Feature[] & Complete<Feature>,
): Partial<Handlers> {
  const names = features.flatMap((feature) => Object.keys(feature));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`two handlers for ${twice.join(', ')}`);
  const joined: Partial<Handlers> = {};
  for (const feature of features) Object.assign(joined, feature);
  return joined;
}
