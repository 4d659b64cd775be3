import type { z } from 'zod';
import * as accountData from './account-data.ts';
import * as accounts from './accounts.ts';
import * as agency from './agency.ts';
import * as activity from './activity.ts';
import * as approvals from './approvals.ts';
import * as auth from './auth.ts';
import type { Call } from './call.ts';
import * as clients from './clients.ts';
import * as connect from './connect.ts';
import * as connectLinks from './connect-links.ts';
import * as dashboard from './dashboard.ts';
import * as engagement from './engagement.ts';
import * as films from './films.ts';
import * as handOver from './hand-over.ts';
import * as ledger from './ledger.ts';
import * as members from './members.ts';
import * as pausing from './pausing.ts';
import * as portal from './portal.ts';
import * as profile from './profile.ts';
import * as resellers from './resellers.ts';
import * as schedules from './schedules.ts';
import * as secondFactor from './second-factor.ts';
import * as streams from './streams.ts';
import * as suggestions from './suggestions.ts';
import * as uses from './uses.ts';

type Declared<Module> = Extract<Module[keyof Module], Call>;
type AnyDeclared =
  | Declared<typeof accountData> | Declared<typeof auth> | Declared<typeof clients> | Declared<typeof accounts>
  | Declared<typeof members> | Declared<typeof resellers> | Declared<typeof agency>
  | Declared<typeof connect> | Declared<typeof connectLinks> | Declared<typeof engagement> | Declared<typeof streams> | Declared<typeof schedules> | Declared<typeof dashboard> | Declared<typeof ledger>
  | Declared<typeof pausing> | Declared<typeof portal> | Declared<typeof profile> | Declared<typeof activity> | Declared<typeof handOver> | Declared<typeof approvals>
  | Declared<typeof secondFactor> | Declared<typeof films> | Declared<typeof suggestions>
  | Declared<typeof uses>;

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
export const calls: readonly AnyDeclared[] = [auth, accountData, clients, members, resellers, agency, accounts, connect, connectLinks, engagement, streams, schedules, dashboard, ledger, pausing, portal, profile, activity, handOver, approvals, secondFactor, films, suggestions, uses]
  .flatMap((feature) => Object.values<unknown>(feature))
  .filter(isCall);

const names = new Set(calls.map((call) => call.name));
if (names.size !== calls.length) throw new Error('two calls of the contract share a name');
