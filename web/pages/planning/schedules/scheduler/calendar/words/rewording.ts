import type { Data } from '#contract/index.ts';

type Item = Data<'fetch-scheduled-item'>['item'];

/** A post whose words change: its id, and the item of its stream that they belong to. */
export type ToReword = { id: string; item: NonNullable<Data<'fetch-scheduled-item'>['editable']> };

/** Whether a post may still be published somewhere, so that other words have an effect. */
export const takesWords = ({ done }: Pick<Item, 'done'>): boolean => done === '0' || done === '2';

/** What a person who edits a post's words should know; '' while it simply waits. */
export function standingOf({ done, social_networks: deliveries }: Pick<Item, 'done' | 'social_networks'>): string {
  if (done === 1) return 'This post has gone out meanwhile, with the words it had. What you save is for later posts.';
  if (done === '3') return 'This post was taken out of its schedule meanwhile. What you save is for later posts.';
  if (deliveries.some(({ state }) => state === 'sending' || state === 'processing'))
    return 'This post is being sent right now, with the words it has. What you save is for later posts.';
  return '';
}
