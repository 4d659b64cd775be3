import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { BulkOutcome } from '#contract/base/bulk.ts';
import type { Data } from '#contract/index.ts';
import { BulkBar, type BulkAction, type Done } from '../../../parts/bulk/bulk-bar.tsx';
import { rereadIfGone, type Selection } from '../../../parts/bulk/use-selection.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { askResume } from '../../../parts/pausing/targets.ts';
import { useAction } from '../../../api/action.ts';
import { useMay } from '../../../api/session.ts';
import styles from './clients.module.css';

type Client = Data<'fetch-app-client'>['items'][number];
type Props = {
  clients: readonly Client[];
  selection: Selection<Client>;
  /** Reads the list again if a selected row no longer exists. */ reread: () => void;
};

/** The outcome of the last action; `isPause`: whether it was a pause, null if it neither started nor ended one. */
type Last = { outcome: BulkOutcome; names: ReadonlyMap<string, string>; isPause: boolean | null };

/** What can be done to several clients at once: pause, resume or delete them. */
export function BulkClients({ clients, selection, reread }: Props) {
  const deletes = useMay('deleteClients');
  const [last, setLast] = useState<Last | null>(null);
  const onRefused = rereadIfGone(reread);
  const names = new Map(selection.chosen.map(({ id, name }) => [id, name]));
  const undo = useAction('pause-clients', {
    onRefused,
    onDone: (outcome) => setLast({ outcome, names: last?.names ?? names, isPause: null }),
  });
  const setPaused = useAction('pause-clients', {
    onRefused,
    onDone: (outcome, { paused: isPause }) => setLast({ outcome, names, isPause }),
  });
  const remove = useAction('delete-clients', {
    onRefused,
    onDone: (outcome) => setLast({ outcome, names, isPause: null }),
  });
  /** The shown clients among these that are paused, or that are not. */
  const shown = (ids: readonly string[], isPaused: boolean): readonly Client[] =>
    clients.filter(({ id, paused_at: at }) => (at !== null) === isPaused && ids.includes(id));
  const isSome = (isPaused: boolean): boolean =>
    selection.chosen.some(({ paused_at: at }) => (at !== null) === isPaused);
  const pauses: BulkAction[] = [
    {
      label: 'Pause',
      icon: 'player-pause',
      text:
        'Nothing goes out for them until you resume them. What falls due meanwhile waits, and connect links for them ' +
        'end.',
      busy: setPaused.busy,
      busyLabel: 'Pausing…',
      run: (ids) => setPaused.run({ ids, paused: true }),
    },
    {
      label: 'Resume',
      icon: 'player-play',
      text:
        'Their posts go out as planned again. A client whose posts fell due meanwhile stays paused: resume it by ' +
        'itself to choose what happens to them.',
      busy: setPaused.busy,
      busyLabel: 'Resuming…',
      run: (ids) => setPaused.run({ ids, paused: false }),
    },
  ];
  const actions: BulkAction[] = [
    ...pauses.filter(({ label }) => isSome(label === 'Resume')),
    {
      label: 'Delete',
      icon: 'trash',
      isDanger: true,
      text:
        'Their accounts, schedules and waiting posts go with them, and they can no longer sign in. What is posted ' +
        'stays. This cannot be undone.',
      busy: remove.busy,
      busyLabel: 'Deleting…',
      run: (ids) => remove.run({ ids }),
    },
  ];
  const reportOf = (report: Last | null): { done: Done | null; wayBack?: ReactNode } => {
    if (report === null) return { done: null };
    const { isPause, ...done } = report;
    if (isPause === null) return { done };
    const { done: changed, left } = done.outcome;
    // A client that a filter no longer shows is restored too; one that somebody has changed since is not.
    const since = new Set(shown(changed, !isPause).map(({ id }) => id));
    const ids = changed.filter((id) => !since.has(id));
    const paused = shown(isPause ? changed : left.map(({ id }) => id), true);
    return {
      done: ids.length === 0 ? done : { ...done, undo: () => void undo.run({ ids, paused: !isPause }) },
      ...(paused.length === 0
        ? {}
        : { wayBack: <Resumes title={isPause ? 'Paused just now:' : 'Still paused:'} clients={paused} /> }),
    };
  };
  return (
    <BulkBar
      noun="client"
      selection={selection}
      nameOf={({ name }) => name}
      {...reportOf(last)}
      onDismiss={() => setLast(null)}
      actions={deletes ? actions : actions.slice(0, -1)}
    />
  );
}

/** The end of a pause, client by client: for each, the person decides what happens to the posts that piled up. */
function Resumes({ title, clients }: { title: string; clients: readonly Client[] }) {
  return (
    <>
      <p>{title}</p>
      <ul className={styles.resumes}>
        {clients.map(({ id, name }) => (
          <li key={id}>
            <Button
              size="compact-md"
              variant="default"
              leftSection={<Icon name="player-play" size={16} />}
              onClick={() => askResume({ scope: 'client', id, name })}
            >
              Resume {name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
