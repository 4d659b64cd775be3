import { useRef, useState } from 'react';
import { useAction } from '../api/action.ts';
import { notify } from '../parts/notices/notify.ts';
import { showUnplanned } from './unplanned.ts';
import type { Composed } from './post.ts';
import type { Draft } from './use-draft.ts';
import { timeInWords } from './when.ts';

type Options = {
  draft: Draft;
  /** The accounts that the post goes to. */ accounts: readonly string[];
  when: Composed['when'];
  /** Whether the person plans it beside its doubles. */ isConfirmed: boolean;
  onOpenDraft: (draftId: string) => void;
};

/** Plans a draft: saves it first, and says afterwards what was planned, with the way back. */
export function usePlanning({ draft, accounts, isConfirmed, onOpenDraft }: Options) {
  const [problem, setProblem] = useState('');
  const schedule = useAction('schedule-post', {
    quiet: true,
    onRefused: (error) => {
      setProblem(error.errors['again'] === undefined ? error.message : 'Press “Plan both” if both shall go out.');
      return true;
    },
    onConflict: () => void draft.save(true),
    onDone: ({ occurrence_id: id, local, timezone, asks_approval: asks }, { when }) => {
      const time = { date: local.slice(0, 10), time: local.slice(11), timezone };
      notify.success(
        when.kind === 'now' && !asks ? 'Goes out in 10 seconds.' : `Planned for ${timeInWords(time, new Date())}.`,
        { seconds: 10, undo: () => void showUnplanned(id, onOpenDraft) },
      );
    },
  });
  const running = useRef(false);
  const plan = async (when: Composed['when']): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    try {
      return await planOnce(when);
    } finally {
      running.current = false;
    }
  };
  const planOnce = async (when: Composed['when']): Promise<boolean> => {
    setProblem('');
    const { clientId } = draft.composed;
    if (clientId === null || when === null) return false;
    const saved = await draft.save(true);
    if (saved === null) return false;
    return schedule.run(
      {
        draft_id: saved.id,
        version: saved.version,
        client_id: clientId,
        account_ids: [...accounts],
        when: when === 'now' ? { kind: 'now' } : { kind: 'at', ...when },
        confirm: isConfirmed,
      },
      { repeats: true },
    );
  };
  return { plan, busy: schedule.busy, problem };
}
