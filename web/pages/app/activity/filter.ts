import type { Sent } from '#contract/index.ts';
import { activityDoers, activityKinds, type ActivityKind } from '#rules/activity.ts';
import { ownZone } from '../../../lib/when.ts';

/** The filter of the page, which is in its address. `who` is a person's id or one of the actors that are not people. */
export type Filter = { who: string; kind: ActivityKind | ''; from: string; to: string; search: string };

const mostCharacters = 200;

const day = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

/** The filter in an address; invalid values are dropped. */
export function filterIn(search: URLSearchParams): Filter {
  const who = search.get('who') ?? '';
  return {
    who: isDoer(who) || /^[1-9]\d{0,17}$/.test(who) ? who : '',
    kind: activityKinds.find((kind) => kind === search.get('kind')) ?? '',
    from: day(search.get('from')),
    to: day(search.get('to')),
    search: (search.get('search') ?? '').replaceAll('\0', '').slice(0, mostCharacters),
  };
}

/** The filter as an address contains it; parts that are not set are left out. */
export const searchOf = (filter: Filter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** The filter in the format of the calls; its days are in the viewer's time zone. */
export function inputOf({ who, kind, from, to, search }: Filter): Sent<'export-activity'> {
  const doer = activityDoers.find((each) => each === who);
  return {
    timezone: ownZone(),
    ...(kind === '' ? {} : { kind }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(search.trim() === '' ? {} : { search }),
    ...(doer !== undefined ? { doer } : who === '' ? {} : { person_id: who }),
  };
}

/** Whether anything is filtered. */
export const isNarrowed = (filter: Filter): boolean => Object.values(filter).some((value) => value !== '');

const isDoer = (who: string): boolean => activityDoers.some((doer) => doer === who);
