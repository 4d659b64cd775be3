import { Button } from '@mantine/core';
import type { Approved, Deciding } from '../../parts/approval/use-deciding.ts';
import { Icon } from '../../parts/icon.tsx';
import { When } from '../../parts/when.tsx';
import { counted } from '../../lib/words.ts';
import styles from './approvals.module.css';

type Props = { approved: Approved; deciding: Deciding; onClose: () => void };

/** What was just approved, where it moved to, and the way back as long as nothing of it is sent. */
export function JustApproved({ approved: { posts, moved }, deciding, onClose }: Props) {
  const [only] = posts;
  const undo = async () => {
    for (const post of posts) if (!(await deciding.withdraw(post))) break;
    onClose();
  };
  return (
    <div className={styles.done} role="status">
      <Icon name="circle-check" size={20} />
      <div>
        <p>
          <b>Approved:</b> {posts.length === 1 && only ? `“${only.title}”` : counted(posts.length, 'post')}
        </p>
        {moved.map(({ id, title, to, timezone }) => (
          <p key={id}>
            The time of “{title}” had passed. It goes out <When at={to} zone={timezone} within />.
          </p>
        ))}
      </div>
      <Button variant="default" size="compact-md" loading={deciding.busy} onClick={() => void undo()}>
        Undo
      </Button>
    </div>
  );
}
