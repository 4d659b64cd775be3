/** The steps of a history and the records they are built from, shared by the parts of a history. */

import type { StoryStep } from '#contract/insights/ledger.ts';

/** A step of a history; without an instant if only its position in the order is known. */
export type Step = { at: Date | null; kind: StoryStep['kind']; text: string; detail?: string };

/** A step whose instant is known. */
export type PastStep = Step & { at: Date };

/** The name of the network, and instants in the schedule's own zone. */
export type Told = { network: string; say: (instant: Date) => string };
