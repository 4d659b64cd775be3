import type { z } from 'zod';
import type { Call } from './base/call.ts';
import * as features from './features.ts';

type ExportsOf<Module> = Module extends unknown ? Module[keyof Module] : never;
type Exported = ExportsOf<(typeof features)[keyof typeof features]>;
type AnyDeclared = Extract<Exported, Call>;

/** The name of every call, which is also its address (`POST /api/<name>`). */
export type Name = AnyDeclared['name'];
type ByName<N extends Name> = Extract<AnyDeclared, { name: N }>;

/** The input of a call's handler, after validation. */
export type Input<N extends Name> = z.output<ByName<N>['input']>;
/** The input of a call as the browser sends it. */
export type Sent<N extends Name> = z.input<ByName<N>['input']>;
/** The `data` of a call's answer. */
export type Data<N extends Name> = z.output<ByName<N>['data']>;
/** Who may make a call, as a literal. */
export type WhoOf<N extends Name> = ByName<N>['who'];

/** Every call. Loading fails if two calls have one name. */
export const calls: readonly AnyDeclared[] = Object.values(features)
  .flatMap((feature) => Object.values<Exported>(feature))
  .filter((value) => typeof value === 'object' && 'who' in value);

const names = new Set(calls.map((call) => call.name));
if (names.size !== calls.length) throw new Error('two calls of the contract share a name');
