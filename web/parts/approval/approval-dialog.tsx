import type { ComponentProps } from 'react';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { Skeletons } from '../states/skeletons.tsx';
import { useCall } from '../../api/queries.ts';
import { ApprovalCard } from './approval-card.tsx';
import { useDeciding } from './use-deciding.ts';

type Props = { itemId: string; onClose: () => void; onEdit?: ComponentProps<typeof ApprovalCard>['onEdit'] };

/** One post and its approval in a dialog: the comments, and what can be done. */
export function ApprovalDialog({ itemId, onClose, ...edit }: Props) {
  const { data, error, refetch } = useCall('fetch-approval', { id: itemId });
  const deciding = useDeciding();
  return (
    <DialogFrame opened onClose={onClose} title="Approval" size="lg" closesOutside={false}>
      {data ? (
        <ApprovalCard post={data} deciding={deciding} {...edit} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeletons rows={3} kind="form" />
      )}
    </DialogFrame>
  );
}
