import { Button } from '@mantine/core';
import { useAction } from '../../../api/action.ts';
import { Failure } from '../../../parts/states/failure.tsx';
import { counted } from '../../../lib/words.ts';
import type { Entry, NeedsRow } from './needs-rows.ts';

/** The undecided entries of a list that can be published now. */
export const missedOf = (rows: readonly NeedsRow[]): Entry[] =>
  rows.flatMap(({ entry, decision }) =>
    decision === null && entry.kind === 'missed' && entry.actions.includes('publish-now') ? [entry] : [],
  );

/** Publishes all missed posts at once; nothing is shown for fewer than two, which have buttons of their own. */
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
  if (ids.length < 2) return null;
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
