import { When } from '../when.tsx';

/** Since when something is paused, within a sentence: 'since today, 09:12'; exact on hover. */
export function Since({ at }: { at: string }) {
  return (
    <>
      since <When at={at} form="short" within />
    </>
  );
}
