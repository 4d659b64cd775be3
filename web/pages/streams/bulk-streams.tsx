import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { BulkBar, type Done } from '../../parts/bulk/bulk-bar.tsx';
import { rereadIfGone, type Selection } from '../../parts/bulk/use-selection.ts';
import { useAction } from '../../api/action.ts';

type Stream = Data<'fetch-streams'>['items'][number];
type Props = {
  selection: Selection<Stream>;
  /** Reads the list again, where a chosen row is gone. */ reread: () => void;
};

/** What can be done to several streams at once: to delete them. */
export function BulkStreams({ selection, reread }: Props) {
  const [done, setDone] = useState<Done | null>(null);
  const onRefused = rereadIfGone(reread);
  const names = new Map(selection.chosen.map(({ id, title }) => [id, title]));
  const remove = useAction('delete-streams', { onRefused, onDone: (outcome) => setDone({ outcome, names }) });
  return (
    <BulkBar
      noun="stream"
      selection={selection}
      nameOf={({ title }) => title}
      done={done}
      onDismiss={() => setDone(null)}
      actions={[
        {
          label: 'Delete',
          icon: 'trash',
          isDanger: true,
          text:
            'Their files and texts go with them, and nothing more of them goes out in any schedule. What is posted ' +
            'stays. This cannot be undone.',
          busy: remove.busy,
          busyLabel: 'Deleting…',
          run: (ids) => remove.run({ ids }),
        },
      ]}
    />
  );
}
