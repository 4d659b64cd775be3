import { Text } from '@mantine/core';
import { StatusBadge } from '../../../../parts/states/status-badge.tsx';
import styles from './schedule-detail.module.css';
import type { Item } from './words.ts';

type Props = { item: Item; approval: NonNullable<Item['approval']>; onOpen: () => void };

/** What the client has said about a post that is not yet published, and a field to answer. */
export function ApprovalNote({ item, approval: { state, comment }, onOpen }: Props) {
  const word = comment === null ? 'Approval' : 'Read and answer';
  return (
    <div className={styles.approval}>
      {state === 'approved' && <StatusBadge status="approved" />}
      {comment !== null && (
        <Text size="xs" c="dimmed" lineClamp={2} title={comment.text}>
          {comment.name || 'Somebody who has left'}: {comment.text}
        </Text>
      )}
      <button type="button" onClick={onOpen} aria-label={`${word}: ${item.title}`}>
        {word}
      </button>
    </div>
  );
}
