/** The engine with one fault in a statement, which the simulation must notice, or it would prove nothing. */

import { allStatements } from '#server/publishing/statement.ts';
import { isRewordedAt } from './approving.ts';
import { isComposedAt } from './composing.ts';
import { isSoldAt } from './paying.ts';
import { isApprovedAt } from './plan.ts';
import { arePausedAt } from './pausing-schedules.ts';
import { isUndoneAt } from './undoing-moves.ts';
import { isRestingAt } from './resting.ts';

/**
 * A fault: in the text of the statement of that name, `instead` replaces `part`. `from`: a seed that notices it;
 * `among`: the seeds in which it can do harm, if not in all.
 */
export type BrokenPart = {
  title: string;
  from: number;
  among?: (seed: number) => boolean;
  statement: string;
  part: string | RegExp;
  instead: string;
};

/** Each is noticed within some seeds. */
export const brokenParts: readonly BrokenPart[] = [
  {
    title: 'a fence that lets every worker pass',
    from: 8,
    statement: 'pass-fence',
    part: "and d.worker = asked.worker and d.claim = asked.claim and d.state || '' = 'claimed' and d.lease_until > $5",
    instead: 'and $5::timestamptz is not null',
  },
  {
    title: 'an edit that does not take a claimed post from its worker',
    from: 38,
    among: isRewordedAt,
    statement: 'reword-deliveries',
    part: 'where d.id = chosen.id',
    instead: "where d.id = chosen.id and chosen.state <> 'claimed'",
  },
  {
    title: 'an edit that changes a post being sent',
    from: 131,
    statement: 'lock-deliveries-of-posts',
    part: 'd.state, d.next_at',
    instead: "'scheduled' as state, d.next_at",
  },
  {
    title: 'a post that becomes a draft while it is being sent',
    from: 100_001,
    among: isComposedAt,
    statement: 'lock-to-take-out',
    part: 'select d.state',
    instead: "select 'scheduled' as state",
  },
  {
    title: 'a claim without the account’s token',
    from: 2,
    statement: 'claim-due',
    part: 'a.free_at <= $1 and',
    instead: '',
  },
  {
    title: 'a claim before the due time',
    from: 1,
    statement: 'claim-due',
    part: /next_at <= \$1/g,
    instead: "next_at <= $1::timestamptz + interval '1 hour'",
  },
  {
    title: 'a claim for an agency that has not paid',
    from: 6,
    among: isSoldAt,
    statement: 'claim-due',
    part: 'and g.suspended_at is null',
    instead: '',
  },
  {
    title: 'an outcome that any worker may record',
    from: 15,
    statement: 'finish-deliveries',
    part: 'and d.worker = given.worker and d.claim = given.claim and d.state = given.from_state',
    instead: '',
  },
  {
    title: 'an outcome that does not release its account',
    from: 1,
    statement: 'finish-deliveries',
    part: 'a.id = token.account_id',
    instead: 'a.id = token.account_id and false',
  },
  {
    title: 'a cancellation of a post that was sent',
    from: 14,
    statement: 'cancel-deliveries',
    part: /chosen\.state not in \('sending', 'uncertain'\)/,
    instead: 'true',
  },
  {
    title: 'a reschedule of a post being sent',
    from: 130,
    statement: 'move-deliveries',
    part: 'where d.state = any($5)',
    instead: "where d.state = any($5) or d.state = 'sending'",
  },
  {
    title: 'an occurrence that does not follow its deliveries',
    from: 1,
    statement: 'set-occurrence-states',
    part: 'o.id = given.id',
    instead: 'o.id = given.id and false',
  },
  {
    title: 'a round published without the required approval',
    from: 1,
    statement: 'ask-for-round',
    part: "where asked.state = 'waiting' and",
    instead: 'where false and',
  },
  {
    title: 'a round that includes resting items',
    from: 10,
    among: isRestingAt,
    statement: 'list-round-items',
    part: 'r.item_id = i.id)',
    instead: 'r.item_id = i.id and false)',
  },
  {
    title: 'a round that forgets its last item',
    from: 30,
    among: isRestingAt,
    statement: 'list-round-items',
    part: 'order by i.sequence',
    instead: `and i.sequence < (select max(c.sequence) from items c where c.stream_id = $1 and c.deleted_at is null)
      order by i.sequence`,
  },
  {
    title: 'a withdrawn approval that does not take a claimed post from its worker',
    from: 22,
    among: isApprovedAt,
    statement: 'hold-unapproved',
    part: 'where d.id = chosen.id',
    instead: "where d.id = chosen.id and chosen.state <> 'claimed'",
  },
  {
    title: 'a withdrawn approval that does not hold scheduled posts',
    from: 17,
    among: isApprovedAt,
    statement: 'hold-unapproved',
    part: /unapproved = true,[^]*?message =/,
    instead: 'message =',
  },
  {
    title: 'an undone move that leaves posts at wrong times',
    from: 2,
    among: isUndoneAt,
    statement: 'keep-plan-before-move',
    part: "'dueAt', o.due_at",
    instead: "'dueAt', o.due_at + interval '1 minute'",
  },
  {
    title: 'an undone move that keeps the moved rhythm',
    from: 2,
    among: isUndoneAt,
    statement: 'restore-rhythm',
    part: 'origin_local = $3, timezone = $4, frequency = $5',
    instead: 'origin_local = coalesce(origin_local, $3), timezone = $4, frequency = $5',
  },
  {
    title: 'an undone move that publishes missed posts',
    from: 102,
    among: isUndoneAt,
    statement: 'miss-again',
    part: "and state = 'scheduled'",
    instead: 'and false',
  },
  {
    title: 'a move that plans a published post again',
    from: 22,
    among: isUndoneAt,
    statement: 'move-deliveries',
    part: 'where d.state = any($5)',
    instead: "where d.state = any($5) or d.state = 'published'",
  },
  {
    title: 'an edit that takes back a post being sent',
    from: 38,
    among: isRewordedAt,
    statement: 'reword-deliveries',
    part: "d.state in ('scheduled', 'claimed')",
    instead: "d.state in ('scheduled', 'claimed', 'sending')",
  },
  {
    title: 'a claim that ignores the pause of a schedule',
    from: 9,
    among: arePausedAt,
    statement: 'claim-due',
    part: /and not (?:head\.|d\.)?paused/g,
    instead: '',
  },
  {
    title: 'a pause of a schedule that does not take a claimed post from its worker',
    from: 59,
    among: arePausedAt,
    statement: 'mark-paused',
    part: 'where d.id = chosen.id',
    instead: "where d.id = chosen.id and chosen.state <> 'claimed'",
  },
  {
    title: 'an outcome that forgets the pause of its schedule',
    from: 29,
    among: arePausedAt,
    statement: 'finish-deliveries',
    part: 'set state = given.state,',
    instead: 'set state = given.state, paused = false,',
  },
  {
    title: 'an end of a schedule’s pause that forgets the held posts',
    from: 19,
    among: arePausedAt,
    statement: 'lift-schedule',
    part: 'and d.paused',
    instead: "and d.paused and d.next_at < 'infinity'",
  },
];

/** A statement's text with this part broken. Throws if no statement has the part's name. */
export function withBroken({ statement, part, instead }: BrokenPart, text: string): string {
  const broken = allStatements().find(({ name }) => name === statement);
  if (broken === undefined) throw new Error(`no statement is named ${statement}`);
  return text === broken.text ? text.replace(part, instead) : text;
}
