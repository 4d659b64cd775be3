import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import { BulkBar, type BulkAction, type Done } from '../../../parts/bulk/bulk-bar.tsx';
import { rereadIfGone, type Selection } from '../../../parts/bulk/use-selection.ts';
import { shownOf, type Approved } from '../../../parts/approval/use-deciding.ts';
import { useAction } from '../../../api/action.ts';
import { useMay, useUser } from '../../../api/session.ts';
import { usePostActions } from '../schedules/schedule-detail/use-post-actions.tsx';

type Props = {
  selection: Selection<ApprovalPost>;
  onApproved: (approved: Approved) => void;
  /** Whether they await a decision. */ isWaiting: boolean;
  /** Reads the list again if a selected post no longer exists. */ reread: () => void;
};

/**
 * What can be done to several posts at once. A client approves them or sends them back with one comment; its agency
 * approves them in the client's name, moves or deletes them.
 */
export function BulkPosts({ selection, isWaiting, onApproved, reread }: Props) {
  const own = useUser().is_client_account;
  const approves = useMay('approve');
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState<Done | null>(null);
  const onRefused = rereadIfGone(reread);
  const { chosen } = selection;
  const names = new Map(chosen.map(({ id, title }) => [id, title]));
  const approve = useAction('approve-chosen-posts', {
    onRefused,
    onDone: ({ moved, ...outcome }) => {
      const posts = chosen.filter(({ id }) => outcome.done.includes(id));
      if (posts.length > 0) onApproved({ posts, moved });
      setDone({ outcome, names });
      if (outcome.left.length > 0) reread();
    },
  });
  const sendBack = useAction('send-back-chosen-posts', {
    onRefused,
    onDone: (outcome) => {
      setDone({ outcome, names });
      if (outcome.left.length > 0) reread();
    },
  });
  const planned = usePostActions({ chosen, onDone: setDone, reread });
  if (own && !approves) return null;
  const shown = (ids: readonly string[]) => chosen.filter(({ id }) => ids.includes(id)).map(shownOf);
  const typing = {
    required: true,
    value: words,
    error: problem,
    onChange: (event: { currentTarget: { value: string } }) => {
      setWords(event.currentTarget.value);
      setProblem('');
    },
  };
  /** Sends the typed comment, if there is one. */
  const withWords = async (missing: string, send: (typed: string) => Promise<boolean>) => {
    if (words.trim() === '') {
      setProblem(missing);
      return false;
    }
    const isDone = await send(words);
    if (isDone) setWords('');
    return isDone;
  };
  const decisions: BulkAction[] = [
    {
      label: own ? 'Approve' : 'Approve for the client',
      icon: 'check',
      text: own
        ? 'They go out at their times. You can take each back until it is sent.'
        : 'They go out at their times, as if their clients had pressed Approve. Your name and your note are kept in ' +
          'the activity.',
      ...(own
        ? {}
        : {
            fields: (
              <TextInput
                label="How did they tell you?"
                placeholder="On the phone, in a mail, …"
                maxLength={200}
                {...typing}
              />
            ),
          }),
      busy: approve.busy,
      busyLabel: 'Approving…',
      run: async (ids) =>
        own
          ? await approve.run({ posts: shown(ids) })
          : await withWords('Please say how they told you', (typed) =>
              approve.run({ posts: shown(ids), told_how: typed }),
            ),
    },
    {
      label: 'Send back',
      icon: 'pencil',
      text: 'Your agency gets this with each of them and changes it. None goes out until you approve it.',
      fields: (
        <Textarea label="What should be different?" autosize minRows={2} maxRows={8} maxLength={2000} {...typing} />
      ),
      busy: sendBack.busy,
      busyLabel: 'Sending back…',
      run: (ids) =>
        withWords('Please say what should be different', (comment) => sendBack.run({ posts: shown(ids), comment })),
    },
  ];
  return (
    <BulkBar
      noun="post"
      selection={selection}
      nameOf={({ title }) => title}
      done={done}
      onDismiss={() => setDone(null)}
      actions={own ? decisions : [...(approves && isWaiting ? decisions.slice(0, 1) : []), ...planned]}
    />
  );
}
