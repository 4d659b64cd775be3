import { useEffect } from 'react';
import type { Noun } from '#contract/base/nouns.ts';
import { CallError } from '../../api/call.ts';
import { useCall } from '../../api/queries.ts';
import { makeStale } from '../../api/stale.ts';
import styles from './dialogs.module.css';
import { usesInWords, type UsedThing } from './uses.ts';

/** The subject of a question: a thing by name, with what depends on it as the server counts it, or in fixed words. */
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

const nounOf: Readonly<Record<UsedThing['of'], Noun>> = {
  stream: 'streams',
  'stream-item': 'streams',
  account: 'accounts',
  schedule: 'schedules',
  'scheduled-item': 'posts',
  client: 'clients',
};

function Uses({ thing: { of, id, noun } }: { thing: UsedThing }) {
  const { data, error } = useCall('fetch-uses', { of, id }, { passing: true, still: true });
  const isGone = error instanceof CallError && error.status === 404;
  // The list that still shows the thing is read again, and then closes the question.
  useEffect(() => {
    if (isGone) makeStale(nounOf[of]);
  }, [isGone, of]);
  if (isGone) return <>: It may have been deleted.</>;
  if (error && !data) return <>: We could not find out what uses it.</>;
  return <span role="status">{data ? `: ${usesInWords({ of, ...(noun ? { noun } : {}) }, data)}` : ': …'}</span>;
}
