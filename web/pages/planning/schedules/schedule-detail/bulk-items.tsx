import { useState } from 'react';
import { BulkBar, type Done } from '../../../../parts/bulk/bulk-bar.tsx';
import type { Selection } from '../../../../parts/bulk/use-selection.ts';
import { usePostActions } from './use-post-actions.tsx';
import type { Item } from './words.ts';

type Props = {
  selection: Selection<Item>;
  /** The schedule's zone. */ zone: string;
  /** Reads the list again if a selected item no longer exists. */ reread: () => void;
};

/** What can be done to several items of a schedule at once: move them by days, delete them. */
export function BulkItems({ selection, zone, reread }: Props) {
  const [done, setDone] = useState<Done | null>(null);
  const chosen = selection.chosen.map((item) => ({ ...item, timezone: zone }));
  const actions = usePostActions({ chosen, onDone: setDone, reread });
  return (
    <BulkBar
      noun="post"
      selection={selection}
      nameOf={({ title }) => title}
      done={done}
      onDismiss={() => setDone(null)}
      actions={actions}
    />
  );
}
