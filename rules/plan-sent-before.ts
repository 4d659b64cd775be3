import { networkNames } from './eligibility.ts';
import { saysOf } from './plan-repeats.ts';
import {
  troubled,
  type AccountToCheck,
  type OtherPost,
  type PlanProblem,
  type PlanToCheck,
  type TroubledPost,
} from './plan-problems.ts';
import type { PlannedOccurrence } from './planning.ts';
import { sayMoment } from './say-dates.ts';

type Checked = { account: AccountToCheck; round: readonly PlannedOccurrence[] };

/**
 * The posts with the words and the file of another post of the account, from any stream: of any other post, or only of
 * the one right before or after, whichever repeats its network refuses.
 */
export function sentBeforeProblem(plan: PlanToCheck, { account, round }: Checked): PlanProblem[] {
  const { network, name, limits } = account;
  const refused = limits.refusedRepeats;
  if (refused === undefined) return [];
  const posts = refused === 'any' ? anywhere(plan, account) : besideTwins(plan, { account, round });
  if (posts.length === 0) return [];
  const whose = name === '' ? 'this account' : name;
  const one = posts.length === 1;
  const message =
    refused === 'any'
      ? `${one ? '1 post is' : `${posts.length} posts are`} at ${whose} already, or planned there by another ` +
        `schedule: ${networkNames[network]} may refuse the same words again.`
      : `${one ? '1 post repeats' : `${posts.length} posts repeat`} the post right before or after at ${whose} word ` +
        `for word, which ${networkNames[network]} refuses.`;
  return [{ rule: 'sent-before', network, accountIds: [account.id], posts, start: null, message }];
}

/** The posts whose item or words the account has had, or gets by another plan. */
function anywhere(plan: PlanToCheck, { network, itemIds, others }: AccountToCheck): TroubledPost[] {
  const twins = new Map(others.map((other) => [saysOf(network, other), other]));
  return plan.items.flatMap((item, position) => {
    const twin = twins.get(saysOf(network, item));
    if (twin) return [troubled(item, { position, message: sayTwin(twin, plan) })];
    return itemIds.has(item.id) ? [troubled(item, { position })] : [];
  });
}

/** The posts that follow or precede another one with the same words, with no post between them. */
function besideTwins(plan: PlanToCheck, { account, round }: Checked): TroubledPost[] {
  const { network, others } = account;
  const planned = round.flatMap(({ position, dueAt }) => {
    const item = plan.items[position];
    return item ? [{ at: dueAt.getTime(), says: saysOf(network, item), position, item, other: null }] : [];
  });
  const there = others.map((other) => ({ at: other.at, says: saysOf(network, other), other }));
  const all = [...there, ...planned].toSorted((a, b) => a.at - b.at);
  return all.flatMap((post, index) => {
    if (post.other !== null) return [];
    const twin = [all[index - 1], all[index + 1]].find((beside) => beside?.other && beside.says === post.says)?.other;
    return twin ? [troubled(post.item, { position: post.position, message: sayTwin(twin, plan) })] : [];
  });
}

const sayTwin = ({ stream, at }: OtherPost, { zone }: PlanToCheck): string =>
  `Same words as in “${stream}”, ${sayMoment(new Date(at), zone)}.`;
