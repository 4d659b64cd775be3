import { useEffect } from 'react';
import { useCall } from '../../api/queries.ts';
import { useFirstKnown } from '../../lib/use-first-known.ts';
import { notify } from '../notices/notify.ts';
import { ForClientDialog } from './for-client-dialog.tsx';
import { Preview } from './preview.tsx';
import { useDeciding } from './use-deciding.ts';

/** Asks how the client agreed to one post, which is shown, and approves it in the client's name. */
export function ApproveDialog({ itemId, onClose }: { itemId: string; onClose: () => void }) {
  const { data, error } = useCall('fetch-approval', { id: itemId }, { passing: true, still: true });
  // What was seen is what is approved: a post that changed meanwhile is refused.
  const post = useFirstKnown(data);
  const deciding = useDeciding();
  const isLost = error !== null && post === undefined;
  useEffect(() => {
    if (!isLost) return;
    notify.danger(error.message);
    onClose();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isLost]);
  if (post === undefined) return null;
  return (
    <ForClientDialog
      client={post.client}
      what={`“${post.title}”`}
      busy={deciding.busy}
      failure={deciding.failure}
      onClose={onClose}
      onApprove={(told) => void deciding.approve([post], told).then((done) => done && onClose())}
    >
      <Preview post={post} />
    </ForClientDialog>
  );
}
