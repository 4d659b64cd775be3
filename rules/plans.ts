/** The plans that a membership may include. */
export const plans = ['dfy', 'dfylite', 'enterprise', 'enterpriselite', 'unlimited'] as const;
export type Plan = (typeof plans)[number];

const isPlan = (name: string): name is Plan => plans.some((plan) => plan === name);

/** The plans of a membership string ('dfy__unlimited' -> ['dfy', 'unlimited']); unknown names are left out. */
export const plansOf = (membership: string): Plan[] => membership.split('__').filter(isPlan);

/** The plan shown beside the user's name: the last token of the membership, '' without one. */
export const planLabel = (membership: string): string => membership.split('__').at(-1) ?? '';

/** A membership string from plan names, each once and in this order; null for an unknown name. */
export const membershipOf = (names: readonly string[]): string | null =>
  names.every(isPlan) ? [...new Set(names)].join('__') : null;

/** The requested plans, if a holder of `own` has all of them and may include them in an account; otherwise null. */
export const passedOn = (wished: readonly string[], own: string): string | null => {
  const held: readonly string[] = plansOf(own);
  return wished.every((plan) => held.includes(plan)) ? membershipOf(wished) : null;
};
