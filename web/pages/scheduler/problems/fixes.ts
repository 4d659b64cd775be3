import type { PauseScope } from '#rules/pausing.ts';
import type { PlanRule } from '#rules/plan-problems.ts';

/** What helps against a problem without leaving the wizard. */
export type Fix = 'start' | 'once' | 'reconnect' | 'resume' | 'show' | 'leave-out';

const ofRule: Readonly<Record<PlanRule, readonly Fix[]>> = {
  media: ['show', 'leave-out'],
  access: ['reconnect', 'leave-out'],
  paused: ['resume', 'leave-out'],
  repeat: ['show', 'leave-out'],
  'sent-before': ['show', 'leave-out'],
  'second-round': ['once', 'leave-out'],
  pace: ['start', 'leave-out'],
  length: ['show'],
  clock: ['start'],
};

type Problem = {
  rule: PlanRule;
  start: string | null;
  pause: PauseScope | null;
  account_ids: readonly string[];
};

/** What is offered against a problem: another start where one helps, and no plan that goes nowhere. */
export const fixesOf = (
  { rule, start, pause, account_ids: troubled }: Problem,
  accounts: readonly string[],
): readonly Fix[] =>
  ofRule[rule].filter((fix) => {
    if (fix === 'start') return start !== null;
    if (fix !== 'leave-out') return true;
    // Under a pause over all of it every account waits, also those that only a person posts to.
    return (pause === null || pause === 'account') && accounts.some((id) => !troubled.includes(id));
  });
