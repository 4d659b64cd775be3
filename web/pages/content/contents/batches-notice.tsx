import { Alert, Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../../../api/queries.ts';
import { loadPart } from '../../../lib/load-code.ts';

const BatchesDialog = lazy(() =>
  loadPart(() => import('../../../image-editor/many/batches-dialog.tsx')).then((part) => ({
    default: part.BatchesDialog,
  })),
);

/** Says that batches of images are being made, or await a decision, with a link to them. */
export function BatchesNotice() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall('fetch-batches', {}, { every: 10_000, still: true });
  const batches = data?.items ?? [];
  const running = batches.filter(({ state }) => state === 'running').length;
  const unfit = batches.reduce((sum, batch) => sum + batch.unfit, 0);
  if (running === 0 && unfit === 0 && !isOpen) return null;
  const words = [
    ...(running === 0 ? [] : [running === 1 ? 'Images are being made.' : `${running} sets of images are being made.`]),
    ...(unfit === 0 ? [] : [`${unfit === 1 ? 'An image waits' : `${unfit} images wait`} for your decision.`]),
  ];
  return (
    <Alert color="blue" role="status" mb="sm">
      {words.join(' ')}{' '}
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Show them
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <BatchesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Alert>
  );
}
