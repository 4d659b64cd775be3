import type { Approved, Deciding } from '../../../parts/approval/use-deciding.ts';
import { UndoNote } from '../../../parts/notices/undo-note.tsx';
import { When } from '../../../parts/display/when.tsx';
import { counted } from '../../../lib/words.ts';

type Props = { approved: Approved; deciding: Deciding; onClose: () => void };

/** What was just approved and where it moved, with Undo as long as none of it has been sent. */
export function JustApproved({ approved: { posts, moved }, deciding, onClose }: Props) {
  const [only] = posts;
  const undo = async () => {
    for (const post of posts) if (!(await deciding.withdraw(post))) break;
    onClose();
  };
  return (
    <UndoNote onUndo={() => void undo()} busy={deciding.busy} onClose={onClose}>
      <p>
        <b>Approved:</b> {posts.length === 1 && only ? `“${only.title}”` : counted(posts.length, 'post')}
      </p>
      {moved.map(({ id, title, to, timezone }) => (
        <p key={id}>
          The time of “{title}” had passed. It goes out <When at={to} zone={timezone} within />.
        </p>
      ))}
    </UndoNote>
  );
}
