import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import styles from './approval.module.css';

type Props = { post: ApprovalPost; busy: boolean; onAsk: (comment: string) => void; onClose: () => void };

/** Asks the client again about a post that the client has sent back. */
export function AskAgain({ post, busy, onAsk, onClose }: Props) {
  const [comment, setComment] = useState('');
  return (
    <form
      className={styles.form}
      aria-label={`Ask again: ${post.title}`}
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(comment);
      }}
    >
      <Textarea
        label={`Message to ${post.client}`}
        description="Optional. If you change the content, the client is asked again automatically."
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={busy}>
          Ask again
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
