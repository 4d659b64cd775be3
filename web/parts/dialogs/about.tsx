import { useCall } from '../../api/queries.ts';
import styles from './dialogs.module.css';
import { usesInWords, type UsedThing } from './uses.ts';

/** The subject of a question: a thing by name, with what depends on it as the server counts it, or in known words. */
export type Subject = { name: string } & (UsedThing | { words: string });

/**
 * Names what is about to be deleted, and what depends on it: 'Bakery tips: 12 files, used by 3 schedules, 5 posts
 * waiting'.
 */
export function About({ subject }: { subject: Subject }) {
  return (
    <p className={styles.about}>
      <strong>{subject.name}</strong>
      {'words' in subject ? subject.words === '' ? '' : `: ${subject.words}` : <Uses thing={subject} />}
    </p>
  );
}

function Uses({ thing: { of, id, noun } }: { thing: UsedThing }) {
  const { data, error } = useCall('fetch-uses', { of, id }, { passing: true, still: true });
  if (error && !data) return <>: We could not find out what uses it.</>;
  return <span role="status">{data ? `: ${usesInWords({ of, ...(noun ? { noun } : {}) }, data)}` : ': …'}</span>;
}
