/** The rules that a plan is checked against before it is saved, the facts they need, and the problems they find. */

import type { LengthUnit } from './captions.ts';
import type { NetworkId, StreamType } from './eligibility.ts';
import type { FitLimits, ImageToFit, VideoToFit } from './media-fit.ts';
import type { OwnWords, Words } from './own-words.ts';
import type { Rhythm } from './planning.ts';

/**
 * The problems of a plan, the worst first. Under the first four posts do not go out, under the others they go out
 * otherwise than planned.
 */
export const planRules = ['media', 'access', 'repeat', 'second-round', 'pace', 'length', 'clock'] as const;
/** One of `planRules`. */
export type PlanRule = (typeof planRules)[number];

/** Whether a rule keeps posts from going out. */
export const stopsPosts = (rule: PlanRule): boolean =>
  rule === 'media' || rule === 'access' || rule === 'repeat' || rule === 'second-round';

/** The limits of a network that a plan is checked against; as `networks/network.ts` has them. */
export type PlanLimits = FitLimits & {
  gapSeconds: number;
  textLength: number | null;
  captionLength: number | null;
  titleLength: number | null;
  lengthUnit: LengthUnit;
  titleUnit?: LengthUnit;
  refusedRepeats?: 'any' | 'next';
};

/** An item with its texts and its file; `name` is its display name. */
export type ItemToCheck = Words & {
  id: string;
  name: string;
  description_format: 'text' | 'formatted';
  own_words: OwnWords;
  fileId: string | null;
  media: ImageToFit | VideoToFit | null;
};

/**
 * An account the plan posts to. `endsAt`: from when on it is not let in, if nobody connects it again; null for never.
 * `otherPosts`: when its other posts are due, ms, ascending.
 */
export type AccountToCheck = {
  id: string;
  name: string;
  network: NetworkId;
  limits: PlanLimits;
  endsAt: Date | null;
  otherPosts: readonly number[];
};

/** A plan that is not saved yet. */
export type PlanToCheck = Rhythm & {
  type: StreamType;
  items: readonly ItemToCheck[];
  accounts: readonly AccountToCheck[];
  repurpose: boolean;
};

/** A post a problem is about; `position` from 0. `message` is '' if the problem's own is enough. */
export type TroubledPost = { id: string; position: number; name: string; message: string };

/**
 * One broken rule. `start` is the first time by which it would not be broken; null where another time does not help.
 */
export type PlanProblem = {
  rule: PlanRule;
  network: NetworkId | null;
  accountIds: readonly string[];
  message: string;
  posts: readonly TroubledPost[];
  start: string | null;
};

/** A post of a plan as a problem refers to it. */
export const troubled = (
  item: ItemToCheck,
  { position, message = '' }: { position: number; message?: string },
): TroubledPost => ({ id: item.id, position, name: item.name, message });
