import { useState } from 'react';
import type { BulkOutcome } from '#contract/base/bulk.ts';
import type { Data } from '#contract/index.ts';
import { BulkBar, type BulkAction, type Done } from '../../../../parts/bulk/bulk-bar.tsx';
import { DaysField } from '../../../../parts/bulk/days-field.tsx';
import { rereadIfGone, type Selection } from '../../../../parts/bulk/use-selection.ts';
import { useAction } from '../../../../api/action.ts';
import { useMay } from '../../../../api/session.ts';

type Row = Data<'fetch-schedulers'>['items'][number];
type Props = {
  selection: Selection<Row>;
  /** Reads the list again if a selected row no longer exists. */ reread: () => void;
};

const nameOf = ({ client, content_stream: { title } }: Row): string => `${title} for ${client.name}`;

/** What can be done to several schedules at once: move them by days, pause, resume or delete them. */
export function BulkSchedules({ selection, reread }: Props) {
  const mayPause = useMay('pause');
  const [days, setDays] = useState(7);
  const [done, setDone] = useState<Done | null>(null);
  const onRefused = rereadIfGone(reread);
  const names = new Map(selection.chosen.map((row) => [row.id, nameOf(row)]));
  const back = useAction('move-schedulers', {
    onRefused,
    onDone: (outcome) => setDone({ outcome, names: done?.names ?? names }),
  });
  const move = useAction('move-schedulers', {
    onRefused,
    onDone: (outcome) =>
      setDone({ outcome, names, undo: () => void back.run({ ids: outcome.done, back: outcome.moved_at }) }),
  });
  const setBack = useAction('pause-schedulers', {
    onRefused,
    onDone: (outcome) => setDone({ outcome, names: done?.names ?? names }),
  });
  const setPaused = useAction('pause-schedulers', {
    onRefused,
    onDone: (outcome, { paused }) =>
      setDone({ outcome, names, undo: () => void setBack.run({ ids: outcome.done, paused: !paused }) }),
  });
  const remove = useAction('delete-schedulers', {
    onRefused,
    onDone: (outcome: BulkOutcome) => setDone({ outcome, names }),
  });
  const pauses: BulkAction[] = [
    {
      label: 'Pause',
      icon: 'player-pause',
      text: 'None of their posts go out until you resume them. Posts that fall due meanwhile wait.',
      busy: setPaused.busy,
      busyLabel: 'Pausing…',
      run: (ids) => setPaused.run({ ids, paused: true }),
    },
    {
      label: 'Resume',
      icon: 'player-play',
      text:
        'They go out as planned again. A schedule whose posts fell due meanwhile stays paused: resume it by itself ' +
        'to choose what happens to them.',
      busy: setPaused.busy,
      busyLabel: 'Resuming…',
      run: (ids) => setPaused.run({ ids, paused: false }),
    },
  ];
  const isSome = (isPaused: boolean): boolean =>
    selection.chosen.some(({ paused_at: at }) => (at !== null) === isPaused);
  return (
    <BulkBar
      noun="schedule"
      selection={selection}
      nameOf={nameOf}
      done={done}
      onDismiss={() => setDone(null)}
      actions={[
        {
          label: 'Move',
          icon: 'calendar-time',
          text:
            'Posts that have not gone out yet move later or earlier by whole days, at the same time of day. Posts ' +
            'that were moved by themselves follow their schedule again.',
          fields: <DaysField days={days} onChange={setDays} />,
          busy: move.busy,
          busyLabel: 'Moving…',
          run: async (ids) => days !== 0 && (await move.run({ ids, days })),
        },
        ...pauses.filter(({ label }) => mayPause && isSome(label === 'Resume')),
        {
          label: 'Delete',
          icon: 'trash',
          isDanger: true,
          text: 'None of their posts go out any more. Published posts stay. This cannot be undone.',
          busy: remove.busy,
          busyLabel: 'Deleting…',
          run: (ids) => remove.run({ ids }),
        },
      ]}
    />
  );
}
