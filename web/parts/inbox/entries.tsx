import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { InboxEntry } from '#contract/app/inbox.ts';
import { sayNotification } from '#rules/inbox-words.ts';
import { useMay } from '../../api/session.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './entries.module.css';
import { kindLooks } from './looks.ts';
import { targetOf } from './target.ts';

type Props = {
  entries: readonly InboxEntry[];
  /** When it happened. */ when: (entry: InboxEntry) => ReactNode;
  /** Called when the person opens what an entry is about. */ onFollow: (entry: InboxEntry) => void;
  /** At the end of a row. */ action?: (entry: InboxEntry) => ReactNode;
};

/** Entries of the inbox: what happened, for which client, when. Each leads to what it is about, unless that is gone. */
export function Entries({ entries, when, onFollow, action }: Props) {
  const search = new URLSearchParams(useLocation().search);
  const reader = { plans: useMay('schedule'), reports: useMay('reports'), search };
  return (
    <ul className={styles.list}>
      {entries.map((entry) => {
        const { icon, tone } = kindLooks[entry.kind];
        const to = targetOf(entry, reader);
        const words = sayNotification(entry);
        return (
          <li key={entry.id} className={styles.entry} data-unread={!entry.read || undefined}>
            <span className={styles.tile} data-tone={tone}>
              <Icon name={icon} size={16} />
            </span>
            <span className={styles.words}>
              {to === null ? (
                <span className={styles.title}>{words}</span>
              ) : (
                <Link to={to} className={styles.title ?? ''} title={words} onClick={() => onFollow(entry)}>
                  {words}
                </Link>
              )}
              <span className={styles.second}>
                {entry.client !== null && reader.plans && <>{entry.client.name} · </>}
                {when(entry)}
              </span>
            </span>
            {!entry.read && (
              <span className={styles.dot}>
                <VisuallyHidden>Unread</VisuallyHidden>
              </span>
            )}
            {action?.(entry)}
          </li>
        );
      })}
    </ul>
  );
}
