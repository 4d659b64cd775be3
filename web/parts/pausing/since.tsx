import { When } from '../display/when.tsx';

/** Since when something is paused, in a sentence: 'since today, 09:12'; the exact time on hover. */
export function Since({ at }: { at: string }) {
  return (
    <>
      since <When at={at} form="short" within />
    </>
  );
}
