import type { PlanRule } from '#rules/plan-problems.ts';

/** What helps against a problem without leaving the wizard. */
export type Fix = 'start' | 'once' | 'reconnect' | 'show' | 'leave-out';

const ofRule: Readonly<Record<PlanRule, readonly Fix[]>> = {
  media: ['show', 'leave-out'],
  access: ['reconnect', 'leave-out'],
  repeat: ['show', 'leave-out'],
  'second-round': ['once', 'leave-out'],
  pace: ['start', 'leave-out'],
  length: ['show'],
  clock: ['start'],
};

/** What is offered against a problem: another start where one helps, and no plan that goes nowhere. */
export const fixesOf = (
  { rule, start, account_ids: troubled }: { rule: PlanRule; start: string | null; account_ids: readonly string[] },
  accounts: readonly string[],
): Fix[] =>
  ofRule[rule].filter((fix) => {
    if (fix === 'start') return start !== null;
    return fix !== 'leave-out' || accounts.some((id) => !troubled.includes(id));
  });
