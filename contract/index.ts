import type { z } from 'zod';
import * as accountData from './account-data.ts';
import * as accounts from './accounts.ts';
import * as agency from './agency.ts';
import * as activity from './activity.ts';
import * as ai from './ai.ts';
import * as approvals from './approvals.ts';
import * as auth from './auth.ts';
import * as batches from './batches.ts';
import type { Call } from './call.ts';
import * as brand from './brand.ts';
import * as calendar from './calendar.ts';
import * as calendarFeeds from './calendar-feeds.ts';
import * as clients from './clients.ts';
import * as connect from './connect.ts';
import * as connectLinks from './connect-links.ts';
import * as dashboard from './dashboard.ts';
import * as deliveries from './deliveries.ts';
import * as designs from './designs.ts';
import * as drafts from './drafts.ts';
import * as drawings from './drawings.ts';
import * as engagement from './engagement.ts';
import * as films from './films.ts';
import * as finder from './finder.ts';
import * as fonts from './fonts.ts';
import * as handOver from './hand-over.ts';
import * as help from './help.ts';
import * as ideas from './ideas.ts';
import * as kits from './kits.ts';
import * as ledger from './ledger.ts';
import * as library from './library.ts';
import * as licences from './licences.ts';
import * as members from './members.ts';
import * as memberships from './memberships.ts';
import * as pausing from './pausing.ts';
import * as portal from './portal.ts';
import * as profile from './profile.ts';
import * as prospects from './prospects.ts';
import * as rendering from './rendering.ts';
import * as profits from './profits.ts';
import * as replacing from './replacing.ts';
import * as reports from './reports.ts';
import * as repurposing from './repurposing.ts';
import * as resellers from './resellers.ts';
import * as moves from './moves.ts';
import * as schedules from './schedules.ts';
import * as secondFactor from './second-factor.ts';
import * as sources from './sources.ts';
import * as signs from './signs.ts';
import * as streams from './streams.ts';
import * as suggestions from './suggestions.ts';
import * as trends from './trends.ts';
import * as typefaces from './typefaces.ts';
import * as upgrades from './upgrades.ts';
import * as uploads from './uploads.ts';
import * as uses from './uses.ts';
import * as voices from './voices.ts';
import * as videoStarts from './video-starts.ts';
import * as videos from './videos.ts';
import * as watching from './watching.ts';
import * as whiteLabel from './white-label.ts';

type Declared<Module> = Extract<Module[keyof Module], Call>;
type AnyDeclared =
  | Declared<typeof accountData>
  | Declared<typeof auth>
  | Declared<typeof clients>
  | Declared<typeof accounts>
  | Declared<typeof members>
  | Declared<typeof resellers>
  | Declared<typeof agency>
  | Declared<typeof brand>
  | Declared<typeof connect>
  | Declared<typeof connectLinks>
  | Declared<typeof engagement>
  | Declared<typeof streams>
  | Declared<typeof moves>
  | Declared<typeof schedules>
  | Declared<typeof calendar>
  | Declared<typeof calendarFeeds>
  | Declared<typeof deliveries>
  | Declared<typeof dashboard>
  | Declared<typeof ledger>
  | Declared<typeof pausing>
  | Declared<typeof portal>
  | Declared<typeof profile>
  | Declared<typeof prospects>
  | Declared<typeof activity>
  | Declared<typeof handOver>
  | Declared<typeof help>
  | Declared<typeof upgrades>
  | Declared<typeof approvals>
  | Declared<typeof secondFactor>
  | Declared<typeof films>
  | Declared<typeof sources>
  | Declared<typeof trends>
  | Declared<typeof finder>
  | Declared<typeof fonts>
  | Declared<typeof rendering>
  | Declared<typeof voices>
  | Declared<typeof suggestions>
  | Declared<typeof library>
  | Declared<typeof videoStarts>
  | Declared<typeof videos>
  | Declared<typeof designs>
  | Declared<typeof drafts>
  | Declared<typeof drawings>
  | Declared<typeof kits>
  | Declared<typeof batches>
  | Declared<typeof signs>
  | Declared<typeof typefaces>
  | Declared<typeof replacing>
  | Declared<typeof uploads>
  | Declared<typeof uses>
  | Declared<typeof memberships>
  | Declared<typeof whiteLabel>
  | Declared<typeof ai>
  | Declared<typeof licences>
  | Declared<typeof reports>
  | Declared<typeof profits>
  | Declared<typeof ideas>
  | Declared<typeof repurposing>
  | Declared<typeof watching>;

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
export const calls: readonly AnyDeclared[] = [
  auth,
  accountData,
  clients,
  members,
  resellers,
  agency,
  brand,
  accounts,
  connect,
  connectLinks,
  engagement,
  streams,
  moves,
  schedules,
  calendar,
  calendarFeeds,
  deliveries,
  dashboard,
  ledger,
  pausing,
  portal,
  profile,
  prospects,
  activity,
  handOver,
  help,
  upgrades,
  approvals,
  secondFactor,
  films,
  sources,
  trends,
  finder,
  fonts,
  rendering,
  voices,
  suggestions,
  library,
  videoStarts,
  videos,
  designs,
  drafts,
  drawings,
  kits,
  batches,
  signs,
  typefaces,
  replacing,
  uploads,
  uses,
  memberships,
  whiteLabel,
  ai,
  licences,
  reports,
  profits,
  ideas,
  repurposing,
  watching,
]
  .flatMap((feature) => Object.values<unknown>(feature))
  .filter(isCall);

const names = new Set(calls.map((call) => call.name));
if (names.size !== calls.length) throw new Error('two calls of the contract share a name');
