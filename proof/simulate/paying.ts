/** An agency that a seller has sold to, and that pays or does not. */

import { restoreAgency, suspendAgency } from '#server/publishing/actions/suspend.ts';
import { randomOf } from '../random.ts';
import type { Action } from './calling.ts';
import type { Plan } from './plan.ts';

/** Whether the agency of a seed was sold: in every tenth seed. */
export const isSoldAt = (seed: number): boolean => seed % 10 === 6;

/** Instants, from the start on, at which the agency stops paying or pays again; empty if it was not sold. */
export function paymentsOf({ seed, isSold, plan }: { seed: number; isSold: boolean; plan: Plan }): number[] {
  // Drawn from its own random numbers, so that the other seeds keep their steps.
  const random = randomOf(seed + 1_000_003);
  return isSold ? Array.from({ length: random.int(2, 8) }, () => random.int(1, plan.horizonMs)) : [];
}

const suspend: Action = ({ transaction, rows: { agencyId }, now }) =>
  transaction((tx) => suspendAgency(tx, { agencyId, now: now() }));

/** Ends the suspension. */
export const payAgain: Action = ({ transaction, rows: { agencyId } }) =>
  transaction((tx) => restoreAgency(tx, { agencyId }));

/** Ends the suspension, or begins one if there is none. */
export const payOrNot: Action = (means) => (means.snapshot().isSuspended ? payAgain : suspend)(means);
