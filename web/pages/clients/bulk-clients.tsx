import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { BulkOutcome } from '#contract/bulk.ts';
import type { Data } from '#contract/index.ts';
import { BulkBar, type BulkAction, type Done } from '../../parts/bulk/bulk-bar.tsx';
import { rereadIfGone, type Selection } from '../../parts/bulk/use-selection.ts';
import { Icon } from '../../parts/icon.tsx';
import { askResume } from '../../parts/pausing/targets.ts';
import { useAction } from '../../api/action.ts';
import { useMay } from '../../api/session.ts';
import styles from './clients.module.css';

type Client = Data<'fetch-app-client'>['items'][number];
type Props = {
  clients: readonly Client[];
  selection: Selection<Client>;
  /** Reads the list again, where a chosen row is gone. */ reread: () => void;
};

/** What can be done to several clients at once: to pause them, or to delete them. */
export function BulkClients({ clients, selection, reread }: Props) {
  const deletes = useMay('deleteClients');
  const [done, setDone] = useState<Done | null>(null);
  const [pausedIds, setPausedIds] = useState<readonly string[]>([]);
  const paused = clients.filter(({ id, paused_at: at }) => at !== null && pausedIds.includes(id));
  const onRefused = rereadIfGone(reread);
  const names = new Map(selection.chosen.map(({ id, name }) => [id, name]));
  const previews = useRef(new Map<string, Data<'preview-resume'>>());
  const look = useAction('preview-resume', {
    quiet: true,
    onDone: (preview, { id }) => previews.current.set(id ?? '', preview),
  });
  const resume = useAction('resume-publishing', { quiet: true });
  /** Resumes those for whom nothing has fallen due meanwhile; for each of the others somebody has to choose. */
  const undo = async (outcome: BulkOutcome) => {
    setDone({ outcome, names });
    for (const id of outcome.done) {
      if (!(await look.run({ scope: 'client', id }))) return;
      const seen = previews.current.get(id);
      if (seen?.total !== 0) continue;
      const { at, fingerprint, usual: choice } = seen;
      if (!(await resume.run({ scope: 'client', id, at, fingerprint, choice }))) return;
    }
  };
  const pause = useAction('pause-clients', {
    onRefused,
    onDone: (outcome) => {
      setPausedIds(outcome.done);
      setDone({ outcome, names, undo: () => void undo(outcome) });
    },
  });
  const remove = useAction('delete-clients', { onRefused, onDone: (outcome) => setDone({ outcome, names }) });
  const actions: BulkAction[] = [
    {
      label: 'Pause',
      icon: 'player-pause',
      text:
        'Nothing goes out for them until you resume each of them on its card. What falls due meanwhile waits, and ' +
        'connect links for them end.',
      busy: pause.busy,
      busyLabel: 'Pausing…',
      run: (ids) => pause.run({ ids }),
    },
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
  return (
    <BulkBar
      noun="client"
      selection={selection}
      nameOf={({ name }) => name}
      done={done}
      {...(paused.length > 0 ? { wayBack: <Resumes clients={paused} /> } : {})}
      onDismiss={() => {
        setDone(null);
        setPausedIds([]);
      }}
      actions={deletes ? actions : actions.slice(0, 1)}
    />
  );
}

/** The way back from a pause, client by client: for each is decided what becomes of what piled up. */
function Resumes({ clients }: { clients: readonly Client[] }) {
  return (
    <>
      <p>Paused just now:</p>
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
