import type { AiMonth } from '#contract/content/ai.ts';

/** Dollars in everyday form: `0.004 -> 'less than $0.01'`, `1.5 -> '$1.50'`. */
export const dollars = (value: number): string =>
  value > 0 && value < 0.01 ? 'less than $0.01' : `$${value.toFixed(2)}`;

/** The estimated cost of the AI this month: 'This month: about $0.12 of $10.00.' */
export const costWords = ({ month, limit }: { month: AiMonth; limit: number }): string =>
  `This month: ${month.cost >= 0.01 ? 'about ' : ''}${dollars(month.cost)} of ${dollars(limit)}.`;
