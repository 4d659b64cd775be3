import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import styles from './approval.module.css';

type Props = {
  post: ApprovalPost;
  busy: boolean;
  error: string | undefined;
  onSend: (comment: string) => void;
  onClose: () => void;
};

/** Asks what should be different, because the agency needs to know. */
export function SendBackForm({ post, busy, error, onSend, onClose }: Props) {
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState('');
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={`Send back: ${post.title}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (comment.trim() === '') setProblem('Please say what should be different');
        else onSend(comment);
      }}
    >
      <Textarea
        label="What should be different?"
        required
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={comment}
        error={problem || error}
        description="Your agency gets this and changes the post. Nothing goes out until you approve it."
        onChange={(event) => {
          setComment(event.currentTarget.value);
          setProblem('');
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={busy}>
          Send back
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
