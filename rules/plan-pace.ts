import { networkNames } from './eligibility.ts';
import { troubled, type AccountToCheck, type PlanProblem, type PlanToCheck } from './plan-problems.ts';
import { instantToLocal, type PlannedOccurrence } from './planning.ts';

const minute = 60_000;
/** How much later a plan may begin to avoid other posts, minutes, and the step between the starts that are tried. */
const farthest = 360;
const step = 5;

/**
 * The posts that an account's pace would delay behind its other posts, with a start at which it would not. `shift` is
 * the delay, ms, at which the plan collides with no other post: `freeShift`, computed once for all accounts.
 */
export function paceProblem(
  plan: PlanToCheck,
  {
    account,
    round,
    shift,
  }: { account: AccountToCheck; round: readonly PlannedOccurrence[]; shift: () => number | null },
): PlanProblem[] {
  const gapMs = account.limits.gapSeconds * 1000;
  const times = round.map(({ dueAt }) => dueAt.getTime());
  const late = times.flatMap((time, position) =>
    isNear(time, { account, gapMs, before: times[position - 1] }) ? [position] : [],
  );
  const first = times[0];
  if (late.length === 0 || first === undefined) return [];
  const laterBy = shift();
  const how =
    account.limits.gapSeconds >= 60
      ? `${account.limits.gapSeconds / 60} minutes`
      : `${account.limits.gapSeconds} seconds`;
  const whose = account.name === '' ? 'an account' : account.name;
  const near = late.length === 1 ? '1 post is' : `${late.length} posts are`;
  return [
    {
      rule: 'pace',
      network: account.network,
      accountIds: [account.id],
      message:
        `${networkNames[account.network]} takes one post in ${how}: ` +
        `${near} closer to another post of ${whose} and may go out later.`,
      posts: late.flatMap((position) => {
        const item = plan.items[position];
        return item ? [troubled(item, { position })] : [];
      }),
      start: laterBy === null ? null : instantToLocal(new Date(first + laterBy), plan.zone),
    },
  ];
}

type Near = { account: AccountToCheck; gapMs: number; before: number | undefined };

/** Whether a post is closer to another one of the account than its pace allows. */
function isNear(time: number, { account, gapMs, before }: Near): boolean {
  if (before !== undefined && time - before < gapMs) return true;
  const next = account.otherPosts[firstFrom(account.otherPosts, time - gapMs + 1)];
  return next !== undefined && next - time < gapMs;
}

/** The index of the first of ascending numbers that is at least `from`. */
function firstFrom(sorted: readonly number[], from: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The delay, ms, at which all posts are far enough from the other posts of all accounts; null if there is none within
 * six hours.
 */
export function freeShift(round: readonly PlannedOccurrence[], all: readonly AccountToCheck[]): number | null {
  const times = round.map(({ dueAt }) => dueAt.getTime());
  const accounts = all.filter(({ otherPosts }) => otherPosts.length > 0);
  for (let minutes = step; minutes <= farthest; minutes += step) {
    const shift = minutes * minute;
    const isFree = accounts.every((account) => {
      const gapMs = account.limits.gapSeconds * 1000;
      return times.every((time) => !isNear(time + shift, { account, gapMs, before: undefined }));
    });
    if (isFree) return shift;
  }
  return null;
}
