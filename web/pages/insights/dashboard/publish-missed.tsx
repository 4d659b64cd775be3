import { Button } from '@mantine/core';
import { useAction } from '../../../api/action.ts';
import { Failure } from '../../../parts/states/failure.tsx';
import { counted } from '../../../lib/words.ts';
import type { Entry } from './needs-rows.ts';

/** Publishes all missed posts at once. */
export function PublishMissed({
  entries,
  onDone,
}: {
  entries: readonly Entry[];
  /** Receives the deliveries that are being published. */
  onDone: (deliveryIds: readonly string[]) => void;
}) {
  const publish = useAction('publish-missed', { onDone: ({ done }) => onDone(done) });
  const ids = entries.flatMap(({ delivery_id: id }) => (id === null ? [] : [id]));
  return (
    <div>
      <Failure message={publish.failure} />
      <Button
        size="compact-md"
        variant="default"
        mb={8}
        loading={publish.busy}
        onClick={() => void publish.run({ ids })}
      >
        Publish {counted(ids.length, 'missed post')} now
      </Button>
    </div>
  );
}
