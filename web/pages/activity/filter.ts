import type { Sent } from '#contract/index.ts';
import { activityDoers, activityKinds, type ActivityKind } from '#rules/activity.ts';
import { ownZone } from '../../lib/when.ts';

/**
 * What the page is narrowed to; it stands in its address. `who` is a person's id or one of the doers that are no
 * person.
 */
export type Filter = { who: string; kind: ActivityKind | ''; from: string; to: string };

const day = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

/** The filter in an address; what makes no sense there is left out. */
export function filterIn(search: URLSearchParams): Filter {
  const who = search.get('who') ?? '';
  return {
    who: isDoer(who) || /^[1-9]\d{0,17}$/.test(who) ? who : '',
    kind: activityKinds.find((kind) => kind === search.get('kind')) ?? '',
    from: day(search.get('from')),
    to: day(search.get('to')),
  };
}

/** The filter as an address has it, without what is not narrowed. */
export const searchOf = (filter: Filter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** The filter as the calls take it, its days being the viewer's. */
export function inputOf({ who, kind, from, to }: Filter): Sent<'export-activity'> {
  const doer = activityDoers.find((each) => each === who);
  return {
    timezone: ownZone(),
    ...(kind === '' ? {} : { kind }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(doer !== undefined ? { doer } : who === '' ? {} : { person_id: who }),
  };
}

/** Whether anything is left out. */
export const isNarrowed = (filter: Filter): boolean => Object.values(filter).some((value) => value !== '');

const isDoer = (who: string): boolean => activityDoers.some((doer) => doer === who);
