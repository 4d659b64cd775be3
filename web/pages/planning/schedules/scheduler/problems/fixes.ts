import type { PauseScope } from '#rules/pausing.ts';
import type { PlanRule } from '#rules/plan-problems.ts';

/** The fixes for a problem that work without leaving the wizard. */
export type Fix = 'start' | 'once' | 'reconnect' | 'resume' | 'show' | 'leave-out';

const ofRule: Readonly<Record<PlanRule, readonly Fix[]>> = {
  media: ['show', 'leave-out'],
  cashtags: ['show', 'leave-out'],
  access: ['reconnect', 'leave-out'],
  paused: ['resume', 'leave-out'],
  repeat: ['show', 'leave-out'],
  'sent-before': ['show', 'leave-out'],
  'second-round': ['once', 'leave-out'],
  pace: ['start', 'leave-out'],
  again: ['leave-out'],
  length: ['show'],
  title: ['show'],
  clock: ['start'],
};

type Problem = {
  rule: PlanRule;
  start: string | null;
  pause: PauseScope | null;
  account_ids: readonly string[];
};

/** The fixes offered for a problem: another start only if one helps, and leaving accounts out only if others remain. */
export const fixesOf = (
  { rule, start, pause, account_ids: troubled }: Problem,
  accounts: readonly string[],
): readonly Fix[] =>
  ofRule[rule].filter((fix) => {
    if (fix === 'start') return start !== null;
    if (fix !== 'leave-out') return true;
    // Under a pause of everything every account waits, including those that a person posts to.
    return (pause === null || pause === 'account') && accounts.some((id) => !troubled.includes(id));
  });
