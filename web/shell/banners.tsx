import { VisuallyHidden } from '@mantine/core';
import { Icon } from '../parts/icons/icon.tsx';
import { askResume } from '../parts/pausing/targets.ts';
import { Since } from '../parts/pausing/since.tsx';
import { usePauses } from '../parts/pausing/use-pauses.ts';
import { confirmDelete } from '../parts/dialogs/dialogs.ts';
import { counted } from '../lib/words.ts';
import { useAction } from '../api/action.ts';
import { useMay, useUser } from '../api/session.ts';
import styles from './banners.module.css';

/**
 * Shows on every page that publishing is paused, since when, by whom, and how many posts wait, with a button to resume.
 */
export function PauseBanner() {
  const pause = usePauses()?.everything;
  const isOwner = useMay('accountData');
  if (!pause) return null;
  const isStopped = pause.processing_stopped;
  return (
    <aside
      className={styles.banner}
      data-kind="paused"
      aria-label={isStopped ? 'Processing is stopped' : 'Publishing is paused'}
    >
      <Icon name="player-pause" />
      <p>
        {isStopped ? 'Nothing is published and no network is read: processing is stopped' : 'Publishing is paused'}{' '}
        <Since at={pause.paused_at} />
        {pause.paused_by !== '' && `, by ${pause.paused_by}`}.
        {pause.piled_up > 0 && ` ${counted(pause.piled_up, 'post')} ${pause.piled_up === 1 ? 'waits' : 'wait'}.`}
      </p>
      {(!isStopped || isOwner) && (
        <button type="button" onClick={() => askResume({ scope: 'everything' })}>
          Resume
        </button>
      )}
    </aside>
  );
}

/** Shows that this is sample data, with a button to remove it. */
export function SampleBanner() {
  const user = useUser();
  const allowed = useMay('sampleData');
  const remove = useAction('remove-sample-data');
  if (!user.has_sample || !allowed) return null;

  const ask = () =>
    confirmDelete({
      text: 'The sample clients, their accounts, streams and schedules will be deleted. What you made yourself stays.',
      confirm: 'Remove sample data',
      onConfirm: () => remove.run({}),
    });
  return (
    <aside className={styles.banner} aria-label="Sample data">
      <Icon name="flask" />
      <p>You are looking at sample data</p>
      <a href="/sandbox/" target="_blank" rel="noreferrer">
        See what goes out<VisuallyHidden> (opens in another tab)</VisuallyHidden>
      </a>
      <button type="button" onClick={ask}>
        Remove sample data
      </button>
    </aside>
  );
}
