import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { BulkBar, type Done } from '../../../parts/bulk/bulk-bar.tsx';
import { rereadIfGone, type Selection } from '../../../parts/bulk/use-selection.ts';
import { useAction } from '../../../api/action.ts';

type Stream = Data<'fetch-streams'>['items'][number];
type Props = {
  selection: Selection<Stream>;
  /** Reads the list again if a selected row no longer exists. */ reread: () => void;
};

/** What can be done to several streams at once: delete them. */
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
            'Their files and texts are deleted too, and no schedule publishes them any more. Published posts ' +
            'stay. This cannot be undone.',
          busy: remove.busy,
          busyLabel: 'Deleting…',
          run: (ids) => remove.run({ ids }),
        },
      ]}
    />
  );
}
