import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import { useAction } from '../../api/action.ts';
import { useMay } from '../../api/session.ts';
import { When } from '../display/when.tsx';
import styles from './approval.module.css';

/** The comments on a post, and a field for another one. */
export function Comments({ post }: { post: ApprovalPost }) {
  const discusses = useMay('discussApprovals');
  const [writing, setWriting] = useState(false);
  return (
    <div className={styles.comments}>
      {post.comments.length > 0 && (
        <ul aria-label={`Comments on ${post.title}`}>
          {post.comments.map(({ id, name, is_client: isClient, at, text }) => (
            <li key={id} data-client={isClient || undefined}>
              <p className={styles.said}>
                <b>{name || 'Somebody who has left'}</b> · <When at={at} form="short" />
              </p>
              <p className={styles.words}>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {writing ? (
        <CommentForm post={post} onClose={() => setWriting(false)} />
      ) : !discusses ? null : (
        <button type="button" className={styles.link} onClick={() => setWriting(true)}>
          {post.comments.length > 0 ? 'Answer' : 'Comment'}
          <span className="visually-hidden">: {post.title}</span>
        </button>
      )}
    </div>
  );
}

function CommentForm({ post, onClose }: { post: ApprovalPost; onClose: () => void }) {
  const [text, setText] = useState('');
  const say = useAction('comment-post', { onDone: onClose });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void say.run({ id: post.id, comment: text });
      }}
    >
      <Textarea
        label="Comment"
        data-autofocus
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={text}
        error={say.errors['comment']}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="default" loading={say.busy} disabled={text.trim() === ''}>
          Say it
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
