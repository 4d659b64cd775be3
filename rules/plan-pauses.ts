import { networkNames } from './eligibility.ts';
import type { PauseScope } from './pausing.ts';
import { troubled, type AccountToCheck, type PlanProblem, type PlanToCheck } from './plan-problems.ts';

/** The pauses that would hold the posts of a plan: the one over all of it, or otherwise those of single accounts. */
export function pauseProblems(plan: PlanToCheck): PlanProblem[] {
  const posts = plan.items.map((item, position) => troubled(item, { position }));
  const about = (pause: PauseScope, accounts: readonly AccountToCheck[]) => ({
    rule: 'paused' as const,
    accountIds: accounts.map(({ id }) => id),
    posts,
    start: null,
    pause,
  });
  switch (plan.paused) {
    case 'everything':
      return [{ ...about(plan.paused, plan.accounts), network: null, message: `Publishing is paused: ${waits}` }];
    case 'client':
      return [{ ...about(plan.paused, plan.accounts), network: null, message: `This client is paused: ${waits}` }];
    case null:
      return plan.accounts
        .filter(({ isPaused }) => isPaused)
        .map((account) => ({
          ...about('account', [account]),
          network: account.network,
          message:
            `${account.name === '' ? 'The account' : account.name} on ${networkNames[account.network]} is paused: ` +
            waits,
        }));
    default:
      return plan.paused satisfies never;
  }
}

const waits = 'posts that fall due wait until it is resumed.';
