/** The rules against which a plan is checked before it is saved, the facts they need, and the problems they find. */

import type { LengthUnit } from './captions.ts';
import type { NetworkId, StreamType } from './eligibility.ts';
import type { FitLimits, ImageToFit, VideoToFit } from './media-fit.ts';
import type { GeneralWords, OwnWords } from './own-words.ts';
import type { PauseScope } from './pausing.ts';
import type { Rhythm } from './planning.ts';

/**
 * The problems of a plan, worst first. With the first seven, posts do not go out; with the others, they go out
 * otherwise than planned.
 */
export const planRules = [
  'media',
  'cashtags',
  'access',
  'paused',
  'repeat',
  'sent-before',
  'second-round',
  'pace',
  'again',
  'length',
  'title',
  'clock',
] as const;
/** One of `planRules`. */
export type PlanRule = (typeof planRules)[number];

/** Whether a rule keeps posts from going out. */
export const stopsPosts = (rule: PlanRule): boolean => planRules.indexOf(rule) < planRules.indexOf('pace');

/** The limits of a network against which a plan is checked, as `networks/network.ts` has them. */
export type PlanLimits = FitLimits & {
  gapSeconds: number;
  textLength: number | null;
  captionLength: number | null;
  titleLength: number | null;
  lengthUnit: LengthUnit;
  titleUnit?: LengthUnit;
  refusedRepeats?: 'any' | 'next';
  mostCashtags?: number;
  prices?: { post: number; postWithLink: number; read: number; lookUp: number };
};

/** The parts of a post that a network may compare: its texts and its file. */
export type PostWords = GeneralWords & {
  description_format: 'text' | 'formatted';
  own_words: OwnWords;
  file_id: string | null;
};

/** An item with its texts and its file; `name` is its display name. */
export type ItemToCheck = PostWords & {
  id: string;
  name: string;
  media: ImageToFit | VideoToFit | null;
};

/** A post that an account has had, may have had, or gets by another plan. `at`: when, ms; `stream`: its title. */
export type OtherPost = PostWords & { at: number; stream: string };

/** A post that the client gets, or got, at an account with the file or the words of an item of the plan. */
export type DoubleAt = { itemId: string; occurrenceId: string; at: Date };

/**
 * An account that the plan posts to. `endsAt`: when its access ends unless somebody reconnects it; null for never.
 * `isPaused`: the account itself is paused. `otherPosts`: when its other posts are due, ms, ascending. `itemIds`: the
 * items that it has had or gets by other plans, with their current words. `others`: its other posts around the plan
 * whose words may equal those of the plan; empty if its network accepts any repeat. `doubles`: its other posts with the
 * file or the words of an item, earliest first.
 */
export type AccountToCheck = {
  id: string;
  name: string;
  network: NetworkId;
  limits: PlanLimits;
  endsAt: Date | null;
  isPaused: boolean;
  otherPosts: readonly number[];
  itemIds: ReadonlySet<string>;
  others: readonly OtherPost[];
  doubles?: readonly DoubleAt[];
};

/** A plan that is not saved yet. `paused`: the widest pause over all of it; `client`: the name of its client. */
export type PlanToCheck = Rhythm & {
  type: StreamType;
  items: readonly ItemToCheck[];
  accounts: readonly AccountToCheck[];
  repurpose: boolean;
  paused: Extract<PauseScope, 'everything' | 'client'> | null;
  client?: string;
};

/** A post that has a problem; `position` from 0. `message` is '' if the problem's own is enough. */
export type TroubledPost = { id: string; position: number; name: string; message: string };

/**
 * One broken rule. `start` is the first time at which it would be kept; null if another time does not help. `pause`:
 * the scope of the pause that breaks it.
 */
export type PlanProblem = {
  rule: PlanRule;
  network: NetworkId | null;
  accountIds: readonly string[];
  message: string;
  posts: readonly TroubledPost[];
  start: string | null;
  pause?: PauseScope;
};

/** A post of a plan as a problem refers to it. */
export const troubled = (
  item: ItemToCheck,
  { position, message = '' }: { position: number; message?: string },
): TroubledPost => ({ id: item.id, position, name: item.name, message });
