/** The calls of every list that can grow, in each order and with each filter that the screens offer. */
import { activityDoers, activityKinds } from '#rules/activity.ts';
import { approvalLists } from '#contract/planning/approvals.ts';
import {
  clientSorts,
  clientStates,
  contentSorts,
  libraryKinds,
  librarySorts,
  libraryUses,
  memberSorts,
  scheduleSorts,
  streamSorts,
  streamStates,
} from '#contract/base/list-options.ts';
import { streamTypes } from '#rules/eligibility.ts';
import { scheduleStatuses } from '#rules/schedule-standing.ts';

/** A call with its input. */
export type Call = { name: string; input: Readonly<Record<string, unknown>> };

/**
 * A call of the bench. `narrows`: it filters rows by state, use or network, so each row is checked until a thousand are
 * found.
 */
export type Shot = Call & { narrows: boolean };

/** An agency whose rows are numbered behind `base`, and the month of its first posts. */
type Of = { base: number; year: number; month: number; from: string; to: string; today: string };

const timezone = 'UTC';
/** A text that every row contains, so that a search finds all of them. */
const everywhere = 'e';

/** The calls that are measured for an agency, by name. */
export function shotsOf({ base, year, month, from, to, today }: Of): Readonly<Record<string, Shot>> {
  const first = String(base + 1);
  const between = { from, to, timezone };
  const ledger = { month: `${year}-${String(month).padStart(2, '0')}`, timezone };
  const all: [string, Readonly<Record<string, unknown>>][] = [
    ...each('fetch-app-client', 'sort', clientSorts),
    ...each('fetch-app-client', 'state', clientStates),
    ['fetch-app-client', { search: everywhere }],
    ['fetch-kits', {}],
    ['fetch-kits', { search: everywhere }],
    ...each('fetch-team-members', 'sort', memberSorts),
    ['fetch-team-members', { search: everywhere }],
    ['fetch-reseller-accounts', {}],
    ['fetch-reseller-accounts', { search: everywhere }],
    ...each('fetch-streams', 'sort', streamSorts),
    ...each('fetch-streams', 'type', streamTypes),
    ...each('fetch-streams', 'state', streamStates),
    ['fetch-streams', { search: everywhere }],
    ...each('fetch-schedulers', 'sort', scheduleSorts, { brief: true }),
    ...each('fetch-schedulers', 'status', scheduleStatuses, { brief: true }),
    ['fetch-schedulers', { search: everywhere, brief: true }],
    ['fetch-schedulers', { client_id: first, brief: true }],
    ['fetch-schedulers', { network: 'reddit', brief: true }],
    ...each('fetch-library', 'sort', librarySorts),
    ...each('fetch-library', 'kind', libraryKinds),
    ...each('fetch-library', 'used_in', libraryUses),
    ['fetch-library', { search: everywhere }],
    ...each('fetch-videos', 'sort', contentSorts),
    ['fetch-videos', { search: everywhere }],
    ...each('fetch-thumbnails', 'sort', contentSorts),
    ['fetch-thumbnails', { search: everywhere }],
    ['fetch-batches', {}],
    ['fetch-ideas', { client_id: first }],
    ['fetch-ideas', { client_id: first, search: everywhere }],
    ['fetch-activity', { timezone }],
    ...each('fetch-activity', 'kind', activityKinds, { timezone }),
    ...each('fetch-activity', 'doer', activityDoers, { timezone }),
    ['fetch-activity', { timezone, from: today, to: today }],
    ['fetch-activity', { timezone, search: everywhere }],
    ...each('fetch-approvals', 'list', approvalLists),
    ['fetch-approvals', { client_id: first }],
    ['fetch-approvals', { schedule_id: first }],
    ['fetch-approvals', { search: everywhere }],
    ['fetch-ledger', ledger],
    ['fetch-ledger-deliveries', ledger],
    ['fetch-ledger-deliveries', { ...ledger, search: everywhere }],
    ['fetch-calendar', { ...between, per_day: 4 }],
    ['fetch-calendar', { ...between, per_day: 4, client_id: first }],
    ['fetch-gaps', { ...between, client_id: first }],
    ['fetch-drafts', { between }],
    ['fetch-drafts', { client_id: String(base + 2) }],
    ['fetch-planned', { client_id: first }],
    ['fetch-published', { client_id: first }],
    ['fetch-needs-you', {}],
    ['fetch-today', { timezone }],
    ['fetch-activity-people', {}],
    ['fetch-withdrawn', {}],
    ['fetch-social-accounts', { user_id: first }],
  ];
  return Object.fromEntries(
    all.map(([name, input]) => [
      `${name} ${Object.entries(input).map(said).join(' ')}`.trim(),
      { name, input, narrows: Object.keys(input).some((field) => narrowing.has(field)) },
    ]),
  );
}

const narrowing = new Set(['state', 'status', 'used_in', 'network']);

const each = (
  name: string,
  field: string,
  values: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): [string, Readonly<Record<string, unknown>>][] => values.map((value) => [name, { [field]: value, ...more }]);

const quiet = new Set(['timezone', 'brief', 'per_day', 'between', 'from', 'to', 'month']);
const said = ([field, value]: [string, unknown]): string =>
  quiet.has(field) ? '' : `${field} ${field.endsWith('_id') ? '1' : String(value)}`;
