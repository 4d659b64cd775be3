import { sayClock } from '../lib/when.ts';
import { Icon } from '../parts/icons/icon.tsx';
import styles from './frame.module.css';
import type { Draft } from './use-draft.ts';

/** What became of the draft's last save, and the way out where somebody else changed it. */
export function SavingNote({ draft: { standing, saved, failure, save } }: { draft: Draft }) {
  if (standing === 'conflict')
    return (
      <button type="button" className={styles.conflict} onClick={() => void save(true)}>
        Somebody else changed this post. See both
      </button>
    );
  return (
    <span className={styles.saved} role="status" data-failed={standing === 'failed' || undefined} title={failure}>
      {wordsOf(standing, saved?.at ?? null, failure) !== '' && (
        <Icon name={standing === 'failed' || standing === 'unanswered' ? 'alert-triangle' : 'cloud-upload'} size={16} />
      )}
      {wordsOf(standing, saved?.at ?? null, failure)}
    </span>
  );
}

function wordsOf(standing: Draft['standing'], at: string | null, failure: string): string {
  switch (standing) {
    case 'saving':
    case 'unsaved':
      return at === null ? 'Saving' : `Draft saved ${sayClock(new Date(at))}`;
    case 'saved':
      return at === null || at === '' ? 'Draft saved' : `Draft saved ${sayClock(new Date(at))}`;
    case 'unanswered':
      return 'Not saved. Trying again';
    case 'failed':
      return failure;
    case 'empty':
    case 'conflict':
    case 'planned':
      return '';
    default:
      return standing satisfies never;
  }
}
