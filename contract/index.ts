import type { z } from 'zod';
import type { Call } from './call.ts';
import * as features from './features.ts';

type Declared<Module> = Module extends unknown ? Extract<Module[keyof Module], Call> : never;
type AnyDeclared = Declared<(typeof features)[keyof typeof features]>;

/** The name of every call, which is also its address (`POST /api/<name>`). */
export type Name = AnyDeclared['name'];
type ByName<N extends Name> = Extract<AnyDeclared, { name: N }>;

/** What a handler of a call receives, after validation. */
export type Input<N extends Name> = z.output<ByName<N>['input']>;
/** What the browser sends with a call. */
export type Sent<N extends Name> = z.input<ByName<N>['input']>;
/** What a call answers in `data`. */
export type Data<N extends Name> = z.output<ByName<N>['data']>;
/** Who may make a call, as a literal. */
export type WhoOf<N extends Name> = ByName<N>['who'];

const isCall = (value: unknown): value is AnyDeclared =>
  typeof value === 'object' && value !== null && 'name' in value && 'who' in value && 'input' in value;

/** Every call, once. Refuses at load two calls of one name. */
export const calls: readonly AnyDeclared[] = Object.values(features)
  .flatMap((feature) => Object.values<unknown>(feature))
  .filter(isCall);

const names = new Set(calls.map((call) => call.name));
if (names.size !== calls.length) throw new Error('two calls of the contract share a name');
