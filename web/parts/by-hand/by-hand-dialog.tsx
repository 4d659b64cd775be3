import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { loadPart } from '../../lib/load-code.ts';
import type { PostByHand } from './post-by-hand.tsx';

const Dialog = lazy(async () => ({ default: (await loadPart(() => import('./post-by-hand.tsx'))).PostByHand }));

/** The dialog 'Post by hand', loaded on first use. */
export function ByHandDialog(props: ComponentProps<typeof PostByHand>) {
  const [needed, setNeeded] = useState(false);
  if (props.deliveryId !== null && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    )
  );
}
