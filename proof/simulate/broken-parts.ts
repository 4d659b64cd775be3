/** The engine with one thing wrong in a statement: what the simulation must notice, or it would prove nothing. */

/**
 * What is wrong: in the statement that contains `within`, `instead` stands in the place of `part`. `from`: a seed that
 * notices it.
 */
export type BrokenPart = { title: string; from: number; within: string; part: string | RegExp; instead: string };

/** Each is noticed within some seeds. */
export const brokenParts: readonly BrokenPart[] = [
  {
    title: 'a fence that lets everybody pass',
    from: 158,
    within: "set state = 'sending'",
    part: "and d.worker = asked.worker and d.claim = asked.claim and d.state || '' = 'claimed' and d.lease_until > $5",
    instead: 'and $5::timestamptz is not null',
  },
  {
    title: 'changed words that leave a claimed post to its worker',
    from: 359,
    within: 'set claim = d.claim + 1, state',
    part: 'where d.id = chosen.id',
    instead: "where d.id = chosen.id and chosen.state <> 'claimed'",
  },
  {
    title: 'changed words that reach what is under way',
    from: 131,
    within: 'for update of d',
    part: 'd.state, d.next_at',
    instead: "'scheduled' as state, d.next_at",
  },
  {
    title: 'a claim without the account’s token',
    from: 45,
    within: 'for update of a skip locked',
    part: 'a.free_at <= $1 and',
    instead: '',
  },
  {
    title: 'a claim before the time',
    from: 7,
    within: 'for update of a skip locked',
    part: /next_at <= \$1/g,
    instead: "next_at <= $1::timestamptz + interval '1 hour'",
  },
  {
    title: 'a claim for an agency that has not paid',
    from: 36,
    within: 'for update of a skip locked',
    part: 'and g.suspended_at is null',
    instead: '',
  },
  {
    title: 'an outcome that is written down for anybody',
    from: 165,
    within: 'jsonb_to_recordset',
    part: 'and d.worker = given.worker and d.claim = given.claim and d.state = given.from_state',
    instead: '',
  },
  {
    title: 'an outcome that does not free its account',
    from: 7,
    within: 'jsonb_to_recordset',
    part: 'a.id = token.account_id',
    instead: 'a.id = token.account_id and false',
  },
  {
    title: 'a cancelling that takes back what has been sent',
    from: 64,
    within: 'cancel_asked = true',
    part: /chosen\.state not in \('sending', 'uncertain'\)/,
    instead: 'true',
  },
  {
    title: 'a rescheduling that takes back what is being sent',
    from: 278,
    within: 'replanned as',
    part: 'where d.state = any($5)',
    instead: "where d.state = any($5) or d.state = 'sending'",
  },
  {
    title: 'an occurrence that does not follow its deliveries',
    from: 7,
    within: 'update occurrences o set state',
    part: 'o.id = given.id',
    instead: 'o.id = given.id and false',
  },
  {
    title: 'a round that goes out without asking',
    from: 1,
    within: 'insert into approvals',
    part: "where asked.state = 'waiting' and",
    instead: 'where false and',
  },
  {
    title: 'a round that takes what rests',
    from: 70,
    within: 'from resting_items r where',
    part: 'r.item_id = i.id)',
    instead: 'r.item_id = i.id and false)',
  },
  {
    title: 'a round that forgets its last item',
    from: 340,
    within: 'from resting_items r where',
    part: 'for share of i',
    instead: 'limit greatest(1, (select count(*) from items c where c.stream_id = $1) - 1)',
  },
  {
    title: 'a withdrawn approval that leaves a claimed post to its worker',
    from: 78,
    within: 'set unapproved = true,',
    part: 'where d.id = chosen.id',
    instead: "where d.id = chosen.id and chosen.state <> 'claimed'",
  },
  {
    title: 'a withdrawn approval that lets what is scheduled go',
    from: 21,
    within: 'set unapproved = true,',
    part: /unapproved = true,[^]*?message =/,
    instead: 'message =',
  },
];

/** A statement's text with this part broken. */
export const withBroken = ({ within, part, instead }: BrokenPart, text: string): string =>
  text.includes(within) ? text.replace(part, instead) : text;
