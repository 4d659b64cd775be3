import { Icon } from '../parts/icons/icon.tsx';
import { askResume } from '../parts/pausing/targets.ts';
import { Since } from '../parts/pausing/since.tsx';
import { usePauses } from '../parts/pausing/use-pauses.ts';
import { counted } from '../lib/words.ts';
import { useMay } from '../api/session.ts';
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
