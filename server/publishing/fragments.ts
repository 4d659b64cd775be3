/** Parts shared by several statements, generated from the rules if a rule defines them. */

import {
  deliveryStates,
  endedStates,
  finalStates,
  isDone,
  sentStates,
  undecidedStates,
  unsentStates,
} from '#rules/delivery-states.ts';

/** States as the list of an SQL `in`. */
export const listed = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');

/** The states in which the engine has something left to do, at any time. */
export const openStates = listed(
  deliveryStates.filter((state) => state !== 'uncertain' && !isDone({ state, nextAt: null })),
);

/** Whether a delivery `d` is in some of the states; each list is the one in rules/delivery-states.ts. */
export const isUnsent = `d.state in (${listed(unsentStates)})`;
/** The network may already have it, and the engine is not done with it. */
export const isSent = `d.state in (${listed(sentStates)})`;
/** It is over, for good or until a person decides otherwise. */
export const isEnded = `d.state in (${listed(endedStates)})`;
/** It may still change. */
export const isNotFinal = `d.state not in (${listed(finalStates)})`;
/** There is no known post. */
export const isUndecided = `d.state in (${listed(undecidedStates)})`;

/** Whether a delivery `d` is open: not done, by `isDone` in rules/delivery-states.ts. */
export const isOpen = `(d.state in (${openStates}) or d.state = 'uncertain' and d.next_at < 'infinity')`;

/** Assignments that uncount the try of a delivery `d` that was only claimed, under a condition. */
export const uncountTry = (wasClaimed: string): string =>
  `tries = case when ${wasClaimed} then greatest(0, d.tries - 1) else d.tries end,
      first_tried_at = case when not (${wasClaimed}) or d.tries > 1 then d.first_tried_at end`;

/** Assignments that take a claimed delivery `d` from its worker, as if it had not been claimed. */
export const releaseClaim = `state = 'scheduled', worker = null, lease_until = null, ${uncountTry('true')}`;

/** Frees the accounts of the claimed ones among `chosen` (state, account_id) at once, since nothing was sent. */
export const freeClaimed = `
    update social_accounts a set free_at = '-infinity'
    from chosen
    where chosen.state = 'claimed' and a.id = chosen.account_id`;

/** As SQL: the pauses that apply to a delivery `d`, its account `a`, the account's user `u` and agency `g`. */
export const withPauses = `
  join social_accounts a on a.id = d.account_id
  join users u on u.id = a.user_id
  join agencies g on g.id = d.agency_id`;
/** As SQL: whether a pause applies to account `a` as a whole, or its agency is suspended. */
export const isAccountPaused =
  '(a.paused_at is not null or u.paused_at is not null or g.paused_at is not null or g.suspended_at is not null)';
/** As SQL: whether a pause applies to the delivery: its schedule's, or one that applies to its account. */
export const isPaused = `(d.paused or ${isAccountPaused})`;

/**
 * Whether an item `i` of the schedule's stream belongs to the rounds of a schedule: items that a person removed from
 * the schedule stay out.
 */
export const isOfRounds = (scheduleId: string): string => `i.deleted_at is null
    and not exists (
      select from occurrences o
      where o.schedule_id = ${scheduleId} and o.state = 'cancelled'
        and (o.item_id = i.id or exists (select from items k where k.kept_of = i.id and k.id = o.item_id)))`;
