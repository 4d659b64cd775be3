import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import { useMay } from '../../../api/session.ts';
import { useOpenComposer } from '../../../composer/open-composer.ts';
import { counted } from '../../../lib/words.ts';
import { ApprovalCard } from '../../../parts/approval/approval-card.tsx';
import { ApprovalDialog } from '../../../parts/approval/approval-dialog.tsx';
import { ForClientDialog } from '../../../parts/approval/for-client-dialog.tsx';
import type { Deciding } from '../../../parts/approval/use-deciding.ts';
import type { Selection } from '../../../parts/bulk/use-selection.ts';
import { isSingleKey, useShortcuts, type ShortcutGroup } from '../../../parts/shortcuts/shortcut-store.ts';
import styles from './approval-board.module.css';
import { ClientGroup } from './client-group.tsx';

type Props = {
  posts: readonly ApprovalPost[];
  deciding: Deciding;
  /** Null if nothing can be done to several. */ selection: Selection<ApprovalPost> | null;
};

const shortcuts: readonly ShortcutGroup[] = [
  {
    name: 'Approvals',
    shortcuts: [
      { label: 'Next post', keys: ['J'] },
      { label: 'Previous post', keys: ['K'] },
      { label: 'Approve for the client', keys: ['A'] },
      { label: 'Edit', keys: ['E'] },
    ],
  },
];

/** The posts by client, a line each, and one of them beside the list; on a small screen it opens in a dialog. */
export function ApprovalBoard({ posts, deciding, selection }: Props) {
  const groups = [...Map.groupBy(posts, ({ client_id: id }) => id).values()];
  const inOrder = groups.flat();
  const [chosen, setChosen] = useState({ id: '', index: 0 });
  const [opened, setOpened] = useState<string | null>(null);
  const [approving, setApproving] = useState<readonly ApprovalPost[]>([]);
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const mayApprove = useMay('approve');
  const mayEdit = useMay('schedule');
  const openPost = useOpenComposer();
  const edit = ({ id }: ApprovalPost) => {
    setOpened(null);
    openPost({ kind: 'post', id });
  };
  // Once a post has left the list, the one that follows it is shown.
  const found = inOrder.findIndex(({ id }) => id === chosen.id);
  const index = found === -1 ? Math.min(chosen.index, inOrder.length - 1) : found;
  const shown = inOrder[index];
  const choose = (post: ApprovalPost) => {
    setChosen({ id: post.id, index: inOrder.indexOf(post) });
    if (isNarrow) setOpened(post.id);
  };
  const step = (by: 1 | -1) => {
    const next = inOrder[index + by];
    if (next === undefined) return;
    setChosen({ id: next.id, index: index + by });
    document.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isNarrow || shown === undefined || event.shiftKey || !isSingleKey(event)) return;
    const key = event.key.toLowerCase();
    if (key === 'j') step(1);
    else if (key === 'k') step(-1);
    else if (key === 'a' && mayApprove && shown.state !== 'approved') setApproving([shown]);
    else if (key === 'e' && mayEdit) edit(shown);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  useShortcuts(shortcuts);
  const [first] = approving;
  return (
    <div className={styles.board}>
      <div className={styles.groups}>
        {groups.map((of) => (
          <ClientGroup
            key={of[0]?.client_id}
            posts={of}
            shown={isNarrow ? null : (shown ?? null)}
            selection={selection}
            onShow={choose}
            onApprove={mayApprove ? setApproving : null}
            onStep={step}
          />
        ))}
      </div>
      {!isNarrow && shown && (
        <aside className={styles.pane} aria-label="The post">
          <ApprovalCard
            key={shown.id}
            post={shown}
            deciding={deciding}
            onEdit={mayEdit ? edit : undefined}
            onApprove={(post) => setApproving([post])}
          />
          <p className={styles.keys}>
            <span>
              <kbd>J</kbd> <kbd>K</kbd> next, before
            </span>
            {mayApprove && (
              <span>
                <kbd>A</kbd> approve
              </span>
            )}
            {mayEdit && (
              <span>
                <kbd>E</kbd> edit
              </span>
            )}
          </p>
        </aside>
      )}
      {opened !== null && (
        <ApprovalDialog itemId={opened} onClose={() => setOpened(null)} onEdit={mayEdit ? edit : undefined} />
      )}
      {first && (
        <ForClientDialog
          client={first.client}
          what={approving.length === 1 ? `“${first.title}”` : counted(approving.length, 'post')}
          busy={deciding.busy}
          failure={deciding.failure}
          onClose={() => setApproving([])}
          onApprove={(toldHow) =>
            void deciding.approve(approving, toldHow).then((isDone) => isDone && setApproving([]))
          }
        />
      )}
    </div>
  );
}
